"""The guide to the API does what it says, command by command."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from product import ROOT, served

pytestmark = pytest.mark.e2e
GUIDE = ROOT / "api_docs/README.md"


def test_every_command_of_the_guide_works_and_the_deal_ends_as_it_says(tmp_path: Path) -> None:
    commands = "\n".join(re.findall(r"```sh\n(.*?)```", GUIDE.read_text(), re.DOTALL))
    with served(tmp_path, make=False) as product:
        script = commands.replace("http://127.0.0.1:8000", product.address)
        assert script != commands
        # curl ends with 28 where the guide itself stops listening to the stream.
        script = f"set -euo pipefail\n{script}".replace("/stream ", "/stream || [ $? -eq 28 ] ")
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    said = done.stdout
    assert "impossible_deal" not in said
    assert '"code":"card_gone"' in said
    assert '"deal": 2' in said
    assert re.search(r'"totals": \[\s*-1,\s*-2,\s*-4\s*\]', said)
    assert re.search(r"^-1$", said, re.MULTILINE)
    assert "event: version" in said
    assert "not_yours" in said
    assert "\nnull\n" not in said, said
