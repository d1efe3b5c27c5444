"""`python -m habitus.cli`, for where the script is not on the PATH."""

from habitus.cli import main

main()
