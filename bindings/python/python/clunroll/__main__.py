"""``python -m clunroll``: the program."""

import os
import subprocess
import sys

from clunroll import program



def main() -> int:
    """Run the program in the place of this process, or wait for it on Windows, which has no such call."""
    command = [program(), *sys.argv[1:]]
    if os.name == "nt":
        return subprocess.run(command, check=False).returncode
    os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(main())
