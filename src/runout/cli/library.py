"""`runout ranges`: a library of named ranges."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

from runout.cli.output import (
    Json,
    Notation,
    check_writable,
    console,
    examples,
    print_json,
    say,
    write_file,
)
from runout.cli.ranges import print_range, print_text
from runout.errors import RunoutError
from runout.ranges.library import RangeLibrary
from runout.ranges.lookup import Lookup
from runout.ranges.notations import in_notation
from runout.ranges.noted_range import named_range
from runout.ranges.parser import read_named, read_range
from runout.ranges.postflop_json import library_name, postflop_json, read_postflop_json
from runout.ranges.range import Range
from runout.ranges.shelf import checked_name, user_folder
from runout.reading import read_text, shown

app = typer.Typer(add_completion=False)

Name = Annotated[str, typer.Argument(metavar="NAME", show_default=False, help="Such as btn_open.")]
Here = Annotated[
    bool, typer.Option("--here", help="In ./ranges/ instead of the configuration folder.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace a range of the same name.")]


@app.callback(
    invoke_without_command=True,
    epilog=examples(
        "runout ranges",
        "runout ranges save btn_open '22+, A2s+, K9s+, ATo+'",
        "runout equity @btn_open 'QQ+, AK'",
        "runout ranges import ranges.json",
        "runout ranges export --to wasm --out ranges.json",
    ),
)
def ranges_command(context: typer.Context, json: Json = False) -> None:
    """Keep ranges under names: @btn_open then stands wherever a range is read.

    They are in TOML files in ./ranges/, which come first, and in your configuration folder
    (or in the folder that RUNOUT_RANGES names). Without a command they are listed.
    """
    if context.invoked_subcommand is None:
        list_ranges(json)
    elif json:
        raise typer.BadParameter("it stands behind the command", param_hint="--json")


@app.command("show", epilog=examples("runout ranges show btn_open --to gtoplus"))
def show_command(name: Name, to: Notation = "", json: Json = False) -> None:
    """Show a range of the library: where it is, its text and its grid."""
    show_named(name, to, json)


@app.command(
    "save",
    epilog=examples(
        "runout ranges save btn_open '22+, A2s+, K9s+, ATo+'",
        "runout ranges save bb_3bet 'TT+, AQs+, @bluffs:0.5' --here",
    ),
)
def save_command(
    name: Name,
    text: Annotated[
        list[str],
        typer.Argument(metavar="TEXT", show_default=False, help="A range as players write it."),
    ],
    here: Here = False,
    force: Force = False,
) -> None:
    """Keep a range under a name."""
    save_named(name, " ".join(text), here, force)


@app.command("delete", epilog=examples("runout ranges delete btn_open"))
def delete_command(
    name: Name,
    force: Annotated[
        bool, typer.Option("--force", help="Even if other ranges are made of it.")
    ] = False,
) -> None:
    """Forget a range that was saved."""
    delete_named(name, force)


@app.command(
    "import",
    epilog=examples("runout ranges import ranges.json", "runout ranges import BTN.txt BB.txt"),
)
def import_command(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            show_default=False,
            help="JSON of WASM Postflop, or the text of one range, which gets the file's name.",
        ),
    ],
    name: Annotated[
        str, typer.Option(metavar="NAME", help="What the range of a text file is to be called.")
    ] = "",
    here: Here = False,
    force: Force = False,
) -> None:
    """Keep the ranges of other programs' files, all of them or none."""
    import_ranges(files, name, here, force)


@app.command(
    "export",
    epilog=examples(
        "runout ranges export --to wasm --out ranges.json",
        "runout ranges export btn_open --to pio --out BTN.txt",
    ),
)
def export_command(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", show_default=False, help="Which; without any, all."),
    ] = None,
    to: Annotated[
        str,
        typer.Option(
            metavar="wasm|text|pio|gtoplus|weights",
            help="JSON of WASM Postflop, or one range in a notation.",
        ),
    ] = "wasm",
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Where to; else to standard output."),
    ] = None,
) -> None:
    """Write ranges of the library for other programs."""
    export_ranges(names or [], to, out)


def list_ranges(as_json: bool) -> None:
    """Print all names with small grids, or as data."""
    library = RangeLibrary()
    if as_json:
        print_json(library)
    elif library:
        console().print(library)
    else:
        say(
            "no ranges yet: runout ranges save NAME TEXT keeps one in "
            f"{user_folder()}, files in ./ranges/ count too\n"
        )


def show_named(name: str, to: str, as_json: bool) -> None:
    """Print one range of the library."""
    if to and as_json:
        raise RunoutError("--to and --json: ask for one of them at a time")
    library = RangeLibrary()
    hands = library[name]
    if to:
        print_text(in_notation(hands, to, "--to"))
        return
    entry = library.entries()[checked_name(name)]
    reading = named_range(entry)
    if as_json:
        print_json(reading)
    else:
        console().print(f"@{entry.name}, in {entry.file}: {entry.text}", markup=False)
        print_range(reading)


def save_named(name: str, text: str, here: bool, force: bool) -> None:
    """Keep a range and say where."""
    file = RangeLibrary().save(name, text, here=here, force=force)
    say(f"@{checked_name(name)} saved in {file}\n")


def delete_named(name: str, force: bool) -> None:
    """Forget a range and say where it was."""
    file = RangeLibrary().delete(name, force=force)
    say(f"@{checked_name(name)} deleted from {file}\n")


def import_ranges(files: list[Path], name: str, here: bool, force: bool) -> None:
    """Keep the ranges of files, all of them or none."""
    if name and (len(files) > 1 or _is_json(files[0])):
        raise RunoutError("--name: one file with the text of one range goes with it")
    found: dict[str, Range] = {}
    for file in files:
        for called, hands in _ranges_of(file, name).items():
            if called in found:
                raise RunoutError(f"file {shown(file)}: {called} is in another file too")
            found[called] = hands
    kept = RangeLibrary().save_all(found, here=here, force=force)
    say(f"{', '.join(f'@{one}' for one in found)} saved in {kept}\n")


def _is_json(file: Path) -> bool:
    return file.suffix.lower() == ".json"


def _ranges_of(file: Path, name: str) -> dict[str, Range]:
    """What a file has: many ranges by their names, or one by that of the file."""
    text, where = read_text(file, "file"), f"file {shown(file)}"
    if _is_json(file):
        found = read_postflop_json(text, where)
    else:
        weights = read_range(text, lookup=Lookup(read_named, ()), kind=where).weights
        found = {_called(file, name): Range.from_weights(weights)}
    for called, hands in found.items():
        if not hands:
            raise RunoutError(f"{where}: range {called} is empty")
    return found


def _called(file: Path, name: str) -> str:
    try:
        return checked_name(name or library_name(file.stem))
    except RunoutError as error:
        raise RunoutError(f"{error} (--name gives the range of {shown(file)} one)") from None


def _check_ending(out: Path, ending: str) -> None:
    """Refuse a name that is rather that of a spot or a solution."""
    if out.suffix.lower() != ending:
        raise RunoutError(f"--out {shown(out)}: name a file that ends in {ending}")


def export_ranges(names: list[str], to: str, out: Path | None) -> None:
    """Write some ranges, or all, to a file or to standard output."""
    if out is not None:
        _check_ending(out, ".json" if to == "wasm" else ".txt")
        check_writable("--out", out)
    library = RangeLibrary()
    wanted = {checked_name(name): library[name] for name in names or library}
    if not wanted:
        raise RunoutError("ranges: there are none to export")
    if to == "wasm":
        text = postflop_json(wanted)
    elif len(wanted) == 1:
        text = in_notation(next(iter(wanted.values())), to, "--to") + "\n"
    else:
        in_notation(Range(), to, "--to")  # a wrong notation is the first thing to say
        raise RunoutError(f"--to {to}: one range goes with it, not {len(wanted)}")
    if out is None:
        sys.stdout.write(text)
        return
    write_file("--out", out, lambda partial: partial.write_text(text, encoding="utf-8"))
