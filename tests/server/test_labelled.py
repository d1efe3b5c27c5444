"""Every cell of a table is told the head of its column."""

from habitus.server.pages import labelled

HEADS = "<table><thead><tr><th>Name</th><th class='num'>Seen &#34;often&#34;</th><th><span>Acts</span></th></tr></thead><tbody data-rows>"
END = "</tbody></table><p>after</p>"


def test_a_cell_has_the_head_of_its_column() -> None:
    rows = "<tr id=a><td class='text'>x</td><td>1</td><td><button>go</button></td></tr><tr><td>y</td><td class='num'> </td><td></td></tr>"

    assert labelled.tables(f"<p>before</p>{HEADS}{rows}{END}") == (
        f"<p>before</p>{HEADS}"
        '<tr id=a><td data-label="Name" class=\'text\'>x</td><td data-label="Seen &#34;often&#34;">1</td><td><button>go</button></td></tr>'
        f"<tr><td data-label=\"Name\">y</td><td data-none class='num'> </td><td data-none></td></tr>{END}"
    )


def test_each_table_has_its_own_heads() -> None:
    one = "<table><thead><tr><th>{}</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>"
    told = labelled.tables(one.format("A") + one.format("B"))

    assert told.count('data-label="A"') == told.count('data-label="B"') == 1


def test_more_cells_than_heads_are_left_as_they_are() -> None:
    page = "<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>x</td><td>y</td></tr></tbody></table>"
    assert labelled.tables(page).endswith('<td data-label="A">x</td><td>y</td></tr></tbody></table>')
