"""The pages' types are those of the API as it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_types_are_up_to_date(tmp_path: Path) -> None:
    described, typed = tmp_path / "openapi.json", tmp_path / "schema.d.ts"
    with described.open("w") as file:
        subprocess.run([sys.executable, "-m", "runout.web.schema"], check=True, stdout=file)
    subprocess.run(
        [
            str(WEB / "node_modules" / ".bin" / "openapi-typescript"),
            str(described),
            "-o",
            str(typed),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
    )
    wanted, there = typed.read_text(), (WEB / "src" / "lib" / "schema.d.ts").read_text()
    assert there == wanted, "the API has changed: make schema"
