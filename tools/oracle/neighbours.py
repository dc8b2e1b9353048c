#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
"""Compares numbers of neighbours with those that LAMMPS prints.  tools/lanes/oracles installs it.

    neighbours.py NEARFIELD    NEARFIELD is the command

LAMMPS reads a data file, does `run 0` and prints "Total # of neighbors": the pairs within cutoff + skin, each once, through the
sides of the box too.  `nearfield lists --half` must find as many in the same file, at the cutoff that is their sum, in float64.
The files are some of LAMMPS's own examples (Debian: lammps-examples), and two that LAMMPS writes itself: a melt in a cubic box
and in a triclinic one.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from lammps_start import start

EXAMPLES = "/usr/share/lammps/examples"
# file, atom style, cutoff, skin: in the units of the file, and between the shells of a lattice
FILES = (
    ("HEAT/data.lj", "atomic", 2.5, 0.3),
    ("gcmc/data.widom.lj", "atomic", 2.5, 0.3),
    ("eim/data.eim", "atomic", 7.0, 0.31),
    ("reaxff/AuO/data.AuO", "charge", 6.0, 2.0),
)
MELTS = (("a melt", ""), ("a triclinic melt", "triclinic"))


def count_lammps(commands, cutoff, skin):
    """What LAMMPS prints after commands that make atoms."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        run = start(log)
        run.commands_list(
            [
                *commands,
                "mass * 1",
                f"pair_style zero {cutoff}",
                "pair_coeff * *",
                f"neighbor {skin} bin",
                "run 0",
            ]
        )
        run.close()
        with open(log, encoding="utf-8") as lines:
            said = re.findall(r"^Total # of neighbors = (\d+)$", lines.read(), re.MULTILINE)
    if len(said) != 1:
        raise SystemExit("neighbours.py: LAMMPS has printed no number of neighbours")
    return int(said[0])


def count_nearfield(command, source, reach):
    options = ["--format=lammps", "--precision=double", "--half", "--count", "--json"]
    said = subprocess.run(
        [command, "lists", source, f"--cutoff={reach!r}", *options], check=True, stdout=subprocess.PIPE
    )
    return json.loads(said.stdout)["neighbours"]


def write_melt(path, shape):
    """4000 atoms about a lattice, of which LAMMPS moves each by up to 0.3."""
    box = "prism 0 10 0 10 0 10 3 -2 1" if shape else "block 0 10 0 10 0 10"
    run = start()
    run.commands_list(
        [
            "units lj",
            "atom_style atomic",
            "lattice fcc 0.8442",
            f"region box {box}",
            "create_box 1 box",
            "create_atoms 1 box",
            "mass 1 1",
            "displace_atoms all random 0.3 0.3 0.3 4711",
            f"write_data {path}",
        ]
    )
    run.close()


def compare(command, name, path, style, cutoff, skin):
    ours = count_nearfield(command, path, cutoff + skin)
    theirs = count_lammps(["units lj", f"atom_style {style}", f"read_data {path}"], cutoff, skin)
    if ours != theirs or ours == 0:
        raise SystemExit(f"neighbours.py: {name}: {ours} neighbours, and LAMMPS prints {theirs}")
    print(f"{name}, cutoff {cutoff}, skin {skin}: {ours} neighbours, as LAMMPS prints")


def main():
    command, compared = sys.argv[1], 0
    for name, style, cutoff, skin in FILES:
        path = os.path.join(EXAMPLES, name)
        if os.path.exists(path):
            compare(command, name, path, style, cutoff, skin)
            compared += 1
    if compared == 0:
        print("skipped: LAMMPS's examples, which this system does not have")
    with tempfile.TemporaryDirectory() as folder:
        for name, shape in MELTS:
            path = os.path.join(folder, "melt.data")
            write_melt(path, shape)
            compare(command, name, path, "atomic", 2.5, 0.3)


main()
