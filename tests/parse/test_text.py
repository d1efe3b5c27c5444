"""Names that every store can keep."""

from habitus.parse.text import NAME, name, storable


def test_a_name_that_fits_is_the_same_object() -> None:
    for given in ("s1", "x" * NAME, "ä" * (NAME // 2)):
        assert name(given) is given


def test_a_longer_one_is_cut_to_size_in_bytes_and_stays_apart_from_its_likes() -> None:
    for letter in ("x", "ä", "ш", "🙂"):
        one, other = name(letter * 5000 + "1"), name(letter * 5000 + "2")

        assert one != other
        assert max(len(one.encode()), len(other.encode())) <= NAME
        assert one == name(one), "what is cut once is not cut again"


def test_what_no_database_takes_is_replaced() -> None:
    assert storable("a\0b\ud800") == name("a\0b\ud800") == "a\ufffdb\ufffd"
    assert storable("\ud83d\ude00") == "😀"
