"""Tunes all kernels of files and folders, and shows what that gains: python3 benches/tune_table.py OUT SOURCE...

    python3 benches/tune_table.py out --device NVIDIA --time 120 --launches docs/performance kernels/nests.cl kernels/real_size.cl
    python3 benches/tune_table.py out --device NVIDIA --time 120 FOLDER -- --assume restrict
    python3 benches/tune_table.py out

It needs the program and Python 3.8, and nothing else of this repository. Each kernel of a launch description is tuned by a process of
its own, with a time limit. A kernel that fails costs itself, and its row says why. OUT gets the report and the messages of each kernel
and device, and then table.csv and table.md, which are made of all reports in OUT. So calls can share OUT, at the same time too, and the
last form only makes the tables. A kernel that was tuned is not tuned again without --again.

A row says how many times as fast as the text without pragmas each text is: "as written" by the vendor's compiler, as clunroll writes it
"by default", the "tuned" one, and the "best" of those that were measured last, which is the tuned one if that is not slower beyond
the noise. "Gain" is how many times as fast as the text as written the tuned one is.
"""

import argparse
import csv
import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

COLUMNS = ["device", "file", "kernel", "options", "no pragma, us", "as written", "by default", "tuned", "interval",
           "best", "gain", "choice", "tried", "seconds", "notes"]
# The columns with a number of times as fast, which are summarised.
RATIOS = ["as written", "by default", "tuned", "best", "gain"]


def main() -> int:
    wanted, passed = split_arguments(sys.argv[1:])
    out = Path(wanted.out)
    out.mkdir(parents=True, exist_ok=True)
    for source in sources(wanted.source):
        description = Path(wanted.launches or source.parent) / (source.stem + ".launch.toml")
        if not description.exists():
            print(f"{source}: there is no {description}", flush=True)
            continue
        for kernel in kernels(description):
            if not wanted.kernel or kernel in wanted.kernel:
                tune(wanted, passed, out, source, description, kernel)
    rows = [row(path) for path in sorted(out.glob("*.outcome"))]
    rows.sort(key=lambda row: (row["device"], row["file"], row["kernel"], row["options"]))
    replace(out / "table.csv", csv_text(rows))
    replace(out / "table.md", markdown(rows))
    print(markdown(rows))
    return 1 if any("tuned" not in row for row in rows) else 0


def split_arguments(typed: list) -> tuple:
    """The arguments, and those after `--`, which are for clunroll."""
    cut = typed.index("--") if "--" in typed else len(typed)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", help="the folder for reports and tables")
    parser.add_argument("source", nargs="*", help="kernels, or folders of kernels, each with a launch description beside it")
    parser.add_argument("--clunroll", default="clunroll", help="the program")
    parser.add_argument("--device", help="a part of the name of a device or of its platform")
    parser.add_argument("--time", type=float, default=120, help="seconds of search for each kernel (120)")
    parser.add_argument("--limit", type=float, help="seconds after which a kernel is ended (three times --time, and 120)")
    parser.add_argument("--launches", help="the folder of the launch descriptions, if they are not beside the sources")
    parser.add_argument("--kernel", action="append", help="only this kernel; may be repeated")
    parser.add_argument("--again", action="store_true", help="also tune kernels that were tuned")
    return parser.parse_intermixed_args(typed[:cut]), typed[cut + 1:]


def sources(named: list) -> list:
    """The files, and those of the folders."""
    found = []
    for path in map(Path, named):
        found += sorted(path.glob("*.cl")) if path.is_dir() else [path]
    return found


def kernels(description: Path) -> list:
    """The kernels of a launch description, in its order; [""] if it names none, since the source has only one."""
    text = description.read_text(encoding="utf-8")
    names = re.findall(r"""^\s*kernel\s*=\s*["']([^"']+)["']""", text, re.MULTILINE)
    return list(dict.fromkeys(names)) or [""]


def tune(wanted, passed: list, out: Path, source: Path, description: Path, kernel: str) -> None:
    """Tunes a kernel, and leaves what came of it in OUT."""
    words = [source.stem, kernel, wanted.device or "", *passed]
    base = out / ".".join(re.sub(r"[^A-Za-z0-9_]+", "-", word).strip("-") for word in words if word)
    report, messages, outcome = (Path(f"{base}.{end}") for end in ("json", "txt", "outcome"))
    if outcome.exists() and "tuned" in row(outcome) and not wanted.again:
        return
    for old in (report, outcome):
        if old.exists():
            old.unlink()
    command = [wanted.clunroll, "tune", str(source), "--fresh", "--launch", str(description), "--time", f"{wanted.time:g}",
               "--json", str(report), *passed]
    command += ["--kernel", kernel] if kernel else []
    command += ["--device", wanted.device] if wanted.device else []
    begin = time.monotonic()
    with messages.open("w") as said:
        status = run(command, said, wanted.limit or 3 * wanted.time + 120)
    seconds = time.monotonic() - begin
    outcome.write_text(json.dumps({"file": source.name, "kernel": kernel, "device": wanted.device or "",
                                   "options": " ".join(passed), "seconds": seconds, "status": status}))
    line = row(outcome)
    print(f"{source.name} {kernel}: {line.get('tuned', '-')} in {seconds:.0f} s {line['notes']}", flush=True)


def run(command: list, said, limit: float) -> str:
    """Runs a command with a time limit. First, it is asked to end with what it has; then, it is ended with its workers."""
    try:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT,
                                   start_new_session=True)
    except OSError as why:
        return f"cannot run {command[0]}: {why.strerror}"
    try:
        code = process.wait(limit)
        return "" if code == 0 else f"exit status {code}"
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            pass
        return f"not done after {limit:g} s"
    finally:
        # Also if this script is interrupted: no worker stays.
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


def row(path: Path) -> dict:
    """The row of a kernel, from what its run left."""
    outcome = json.loads(path.read_text())
    found = {name: outcome[name] for name in ("device", "file", "kernel", "options")}
    found.update(seconds=f"{outcome['seconds']:.0f}", notes=outcome["status"])
    try:
        report = json.loads(path.with_suffix(".json").read_text())
    except (OSError, ValueError):
        said = path.with_suffix(".txt")
        lines = said.read_text(errors="replace").split("\n") if said.exists() else []
        last = next((line for line in reversed(lines) if line.strip()), "")
        found["notes"] = "; ".join(filter(None, [outcome["status"], last.strip()[:200]]))
        return found
    found["device"] = report["device"]
    notes = [note for note in [outcome["status"], *report["doubts"]] if note]
    group = report["groups"][0]
    found["kernel"] = " ".join(group["kernels"])
    found["tried"] = f"{group['searched']['tried']} of {group['searched']['size']}"
    if group["failure"] is not None:
        notes.append(json.dumps(group["failure"]))
    failed = [one for one in group["candidates"] if one["failure"] is not None]
    if failed:
        notes.append(f"{len(failed)} candidates failed")
    found["notes"] = "; ".join(notes)
    if group["chosen"] is None:
        return found
    chosen = group["candidates"][group["chosen"]]
    default = [subject["default"] for subject in report["subjects"] if subject["name"] in group["subjects"]]
    measured = {json.dumps(one["choices"]): one for one in group["candidates"] if one["against_no_pragma"]}
    fastest = [one for one in group["candidates"] if one["is_finalist"] and one["against_no_pragma"]]
    best = max(fastest, key=lambda one: one["against_no_pragma"]["median"], default=chosen)
    if best["against_no_pragma"]["low"] <= chosen["against_no_pragma"]["high"]:
        best = chosen
    texts = {"as written": measured.get(json.dumps(["as written"] * len(default))),
             "by default": measured.get(json.dumps(default)), "tuned": chosen, "best": best}
    found.update({name: times(one["against_no_pragma"]["median"]) for name, one in texts.items() if one})
    found["no pragma, us"] = f"{geometric_mean(group['plain_nanoseconds']) / 1000:.1f}"
    found["interval"] = "{low:.2f} to {high:.2f}".format(**chosen["against_no_pragma"])
    if chosen["against_as_written"]:
        found["gain"] = times(chosen["against_as_written"]["median"])
    pairs = zip(group["subjects"], chosen["choices"])
    found["choice"] = "; ".join(f"{subject}: {choice}" for subject, choice in pairs)
    return found


def times(ratio: float) -> str:
    return f"{ratio:.3f}"


def geometric_mean(numbers: list) -> float:
    return math.exp(sum(map(math.log, numbers)) / len(numbers)) if numbers else math.nan


def csv_text(rows: list) -> str:
    lines = []

    class Lines:
        write = staticmethod(lines.append)

    writer = csv.DictWriter(Lines, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return "".join(lines)


def markdown(rows: list) -> str:
    """A table for each device, with the geometric mean and the least of each column."""
    shown = ["kernel", "no pragma, us", *RATIOS, "interval", "choice", "tried", "notes"]
    text = []
    for device in dict.fromkeys(row["device"] for row in rows):
        own = [row for row in rows if row["device"] == device]
        text += [f"## {device or 'no device'}", "", cells(shown), cells(["---"] * len(shown))]
        for row in own:
            name = row["kernel"] or row["file"]
            named = {**row, "kernel": f"{name} ({row['options']})" if row["options"] else name}
            text.append(cells([named.get(column, "") for column in shown]))
        numbers = {column: [float(row[column]) for row in own if column in row] for column in RATIOS}
        summaries = (("geometric mean", geometric_mean), ("least", min)) if any(numbers.values()) else ()
        for name, summary in summaries:
            last = {column: times(summary(values)) for column, values in numbers.items() if values}
            text.append(cells([f"**{name}**" if column == "kernel" else last.get(column, "") for column in shown]))
        text.append("")
    return "\n".join(text)


def cells(values: list) -> str:
    return "| " + " | ".join(str(value).replace("|", "\\|").replace("\n", " ") for value in values) + " |"


def replace(path: Path, text: str) -> None:
    """Writes a file in one step: another call may write it too."""
    scratch = path.with_name(f"{path.name}.{os.getpid()}")
    scratch.write_text(text)
    os.replace(scratch, path)


if __name__ == "__main__":
    sys.exit(main())
