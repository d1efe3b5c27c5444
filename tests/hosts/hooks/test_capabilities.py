"""One table for the code, the docs and the doctor."""

from pathlib import Path

import pytest

from habitus.hosts.hooks import HOSTS, capabilities, encoder

DOCS = Path(__file__).parents[3] / "docs" / "hosts"


@pytest.mark.parametrize("host", HOSTS)
def test_every_host_has_an_encoder_for_what_the_table_promises_and_a_page(host: str) -> None:
    kinds = set(encoder(host).KINDS.values())

    assert {"start", "prompt", "before", "after", "end"} <= kinds
    assert ("stop" in kinds) == HOSTS[host].stops
    assert (DOCS / f"{host}.md").read_text(encoding="utf-8").startswith(f"# {HOSTS[host].title}\n")


def test_the_page_of_hosts_is_the_table() -> None:
    assert (DOCS / "README.md").read_text(encoding="utf-8") == capabilities.page().rstrip() + "\n"


def test_a_host_that_cannot_ask_is_shown_to_deny() -> None:
    rows = {line.split("|")[1]: line for line in capabilities.table().splitlines()[2:]}

    for host in HOSTS.values():
        row = rows[f" [{host.title}]({host.name}.md) "]
        assert ("denied instead" in row) != host.asks
