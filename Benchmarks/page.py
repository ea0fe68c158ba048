"""Writes docs/performance.md: what a run of `make bench` measured, on which machine, with which versions."""

import os
import re
import shutil
import subprocess

HEAD = """# Performance

Written by `make bench`, in one run: every row beside its budget, and beside the reference that has the same to do where
there is one. Times are medians. Compare the ratios, not the milliseconds: machines differ. Instructions of the debug programs
are counted by `make test`, beside [their own budgets](../Benchmarks/budgets); a change that takes 3 % more fails.
"""


def write_page(root, rows, environment):
    """
    rows: what was measured, its value, its budget, a note; a name that starts with two blanks belongs to the row above.
    environment: what made the run larger or smaller, by its variable.
    """
    settings = " ".join(f"{name}={value}" for name, value in environment.items())
    lines = [HEAD, f"- `{settings} make bench`"]
    lines += [f"- {line}" for line in machine(root)]
    lines += ["", "| what | measured | budget | |", "|---|---|---|---|"]
    lines += [f"| {cell(what)} | {measured} | {budget} | {note.strip()} |" for what, measured, budget, note in rows]
    with open(os.path.join(root, "docs", "performance.md"), "w") as file:
        file.write("\n".join(lines) + "\n")


def cell(name):
    return f"&nbsp;&nbsp;{name.strip()}" if name.startswith("  ") else name


def machine(root):
    """The machine, and the versions of what was run."""
    with open("/proc/cpuinfo") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    with open("/proc/meminfo") as file:
        memory = int(re.search(r"MemTotal:\s+(\d+)", file.read()).group(1)) / 1e6
    yield f"{os.cpu_count()} cores, {model.group(1) if model else 'of an unknown kind'}, {memory:.0f} GB, Linux {os.uname().release}"
    commit = output("git", "-C", root, "log", "-1", "--format=%h of %cs")
    yield f"Parley {commit}, built by {output('swift', '--version')}"
    versions = [first_number(name, *arguments) for name, *arguments in (
        ["curl", "--version"], ["jq", "--version"], ["nginx", "-v"], ["valgrind", "--version"])]
    versions.append(first_number(os.path.join(root, ".venv/bin/pip"), "show", "posting", called="posting"))
    yield ", ".join(version for version in versions if version)


def first_number(program, *arguments, called=None):
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin")
    number = found and re.search(r"\d+(\.\d+)+", output(found, *arguments))
    return number and f"{called or program} {number.group(0)}"


def output(*command):
    """The first line with a digit in what a command says."""
    done = subprocess.run(command, capture_output=True, text=True)
    return next((line for line in (done.stdout + done.stderr).split("\n") if re.search(r"\d", line)), "")
