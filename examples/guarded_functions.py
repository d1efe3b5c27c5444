"""Plain functions behind the gates: `python examples/guarded_functions.py`."""

import habitus
from habitus.hosts.frameworks.functions import Blocked, guarded

if __name__ == "__main__":
    layer = habitus.open()

    @guarded(layer, session="example")
    def bash(command: str) -> str:
        return f"ran {command}"

    print(bash("make test"))
    try:
        bash("rm -rf data")
    except Blocked as refused:
        print(refused)
    layer.close()
