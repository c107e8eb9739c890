"""Compares clunroll with isl: python compare.py PROGRAM [NESTS [SEED]]

clunroll may not rearrange what isl forbids. Of what isl allows, the share that clunroll rearranges is printed for each class. Of the
classes in which all bounds are constants or plain variables, it must be 90 %.
"""

import collections
import dataclasses
import json
import pathlib
import subprocess
import sys
import tempfile

import oracle
from nests import Maker, enumerated

REQUIRED = ["rectangles", "symbolic rectangles", "triangular starts", "loads first"]
SHARE = 0.9
IN_ONE_FILE = 200


def answers(program, nests, folder):
    """What clunroll did with each nest."""
    source, report = folder / "nests.cl", folder / "report.json"
    source.write_text("".join(nest.text(f"k{at}") for at, nest in enumerate(nests)))
    limits = ["--max-growth", "64MiB", "--max-live", "4096"]
    done = subprocess.run(
        [program, source, "-o", folder / "out.cl", "--report", report, *limits], capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(done.stderr)
    (of_file,) = json.loads(report.read_text())["files"]
    requests = [request["done"] for request in of_file["requests"]]
    if len(requests) != sum(nest.requests() for nest in nests):
        sys.exit(f"{len(requests)} requests of {len(nests)} nests in the report")
    of_all = iter(requests)
    return [[next(of_all) for _ in range(nest.requests())] for nest in nests]


def is_rearranged(nest, done):
    """Whether the nest is jammed, or its load runs first."""
    if len(nest.loops) == 1:
        return bool(done.get("loads_first"))
    return done["kind"] == "unrolled" and done.get("arrangement") == "jammed"


def copies_of(done):
    """How many iterations run side by side."""
    return done.get("factor") or (done.get("trips") if done.get("form") == "full" else None)


def alone(nest, is_outer_done, inside):
    """The nest with one of its two requests, if only that one is carried out."""
    if is_outer_done:
        return dataclasses.replace(nest, inner_factor=None)
    if inside and is_rearranged(nest, inside[0]):
        return dataclasses.replace(nest, requested=nest.requested + 1, factor=nest.inner_factor, inner_factor=None)
    return None


def main(program, count=3000, seed=1):
    maker, wrong, rearranged = Maker(int(seed)), 0, 0
    first = enumerated()
    legal, allowed, reasons = collections.Counter(), collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        for _ in range(0, int(count), IN_ONE_FILE):
            # A third of them are enumerated, while there are any.
            known = [first.pop() for _ in range(min(len(first), IN_ONE_FILE // 3))]
            nests = known + [maker.nest() for _ in range(IN_ONE_FILE - len(known))]
            for nest, (done, *inside) in zip(nests, answers(program, nests, pathlib.Path(name))):
                # All iterations that are few enough run at once.
                nest.factor = copies_of(done) or nest.factor
                if inside:
                    nest.inner_factor = copies_of(inside[0]) or nest.inner_factor
                is_legal = oracle.is_legal(nest)
                is_done = all(is_rearranged(nest, one) for one in [done, *inside])
                rearranged += is_done
                written = nest if is_done else alone(nest, is_rearranged(nest, done), inside)
                if written and not (is_legal if is_done else oracle.is_legal(written)):
                    wrong += 1
                    print(f"isl forbids what clunroll does:\n{nest.text('k')}")
                if is_legal and oracle.is_of_interest(nest):
                    legal[nest.class_of()] += 1
                    allowed[nest.class_of()] += is_done
                    if not is_done:
                        reasons[done.get("reason", done.get("loads_in_place", "no reason"))[:40]] += 1
                        if "--show" in sys.argv:
                            print(f"{nest.class_of()}: {done}\n{nest.text('k')}")
    print(f"{count} nests, {rearranged} rearranged, {wrong} of them wrongly")
    for of_class in sorted(legal):
        share = allowed[of_class] / legal[of_class]
        print(f"  {of_class:22} {allowed[of_class]:5} of {legal[of_class]:5} legal nests ({share:.1%})")
    print("declined although legal: " + ", ".join(f"{text}: {times}" for text, times in reasons.most_common(8)))
    required = sum(legal[one] for one in REQUIRED), sum(allowed[one] for one in REQUIRED)
    print(f"required classes: {required[1]} of {required[0]} ({required[1] / max(required[0], 1):.1%})")
    if wrong or required[1] < SHARE * required[0] or not required[0]:
        sys.exit(1)


if __name__ == "__main__":
    main(*[argument for argument in sys.argv[1:] if argument != "--show"])
