"""What `make bench` runs: every budget, beside its reference where there is one, in one run.

    python3 Benchmarks/bench.py [NAME ...]     all of it, or the named parts

A whole run writes docs/performance.md. BENCH_EXCHANGES and BENCH_STREAM_SECONDS make two parts smaller: a history of a
million exchanges, a stream of a minute.

Times are medians. Compare ratios, not milliseconds: machines differ, and this one is busy.
"""

import contextlib
import glob
import http.server
import json
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from page import write_page
from pty_program import Program

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RELEASE = os.path.join(ROOT, ".build", "release")
PARLEY = os.path.join(RELEASE, "parley")
ENTER, TAB, F5, SLASH = "\r", "\t", "\x1b[15~", "/"
# The log strip and the hints below it: when both stand, everything does.
FULL_FRAME = r"No events yet[\s\S]*\? help"
# How much a whole run of `make bench` measures.
EXCHANGES = int(os.environ.get("BENCH_EXCHANGES", 1_000_000))
STREAM_SECONDS = int(os.environ.get("BENCH_STREAM_SECONDS", 60))
ROWS = []


def row(what, measured, budget, note=""):
    ROWS.append((what, measured, budget, note))
    print(f"{what:52} {measured:>16}   budget {budget:14} {note}", flush=True)


def milliseconds(seconds):
    return f"{seconds * 1000:.1f} ms"


@contextlib.contextmanager
def home(place=None):
    folder = tempfile.mkdtemp(prefix="parley-bench-", dir=place if place and os.path.isdir(place) else None)
    try:
        yield {"XDG_STATE_HOME": folder, "HOME": folder}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def demo_server():
    demo = subprocess.Popen(
        [os.path.join(RELEASE, "parley-demo"), "--port", "0", "--with-parent"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield demo.stdout.readline().split()[-1]
    finally:
        demo.kill()
        demo.wait()


def open_parley(workspace, environment, *more, columns=120, rows=36):
    return Program([PARLEY, "-w", workspace, *more], columns, rows, environment)


def write_workspace(folder, requests, url="http://127.0.0.1:1"):
    os.makedirs(os.path.join(folder, "environments"))
    with open(os.path.join(folder, "parley.yaml"), "w") as file:
        file.write(f"parley: 1\nid: bench\nservers: {{ api: '{url}' }}\n")
    with open(os.path.join(folder, "environments", "local.yaml"), "w") as file:
        file.write("vars: { name: value }\n")
    for name, text in requests:
        path = os.path.join(folder, "requests", name + ".yaml")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
    return folder


def median_of(count, measure):
    return statistics.median(measure() for _ in range(count))


def first_frame(command, wanted, environment=None):
    with Program(command, environment=environment) as program:
        return program.wait_for(wanted) - program.started


def run_time(*command):
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def start():
    workspace = os.path.join(ROOT, "workspaces", "demo")
    with home() as environment:
        command = [PARLEY, "-w", workspace]
        trust = [PARLEY, "trust", "--yes", "-w", workspace]
        subprocess.run(trust, env={**os.environ, **environment}, check=True, capture_output=True)
        first_frame(command, FULL_FRAME, environment)
        ours = median_of(9, lambda: first_frame(command, FULL_FRAME, environment))
        version = median_of(21, lambda: run_time(PARLEY, "--version"))
        reference = median_of(21, lambda: run_time(os.path.join(ROOT, ".build", "bench", "curl-version")))
        row("start to first full frame, demo workspace", milliseconds(ours), "50 ms", f"ratio {ours / version:.1f}, budget 2")
        row("parley --version", milliseconds(version), "", f"ratio {version / reference:.1f} to a C program with libcurl, budget 2")
        row("size of parley", f"{os.path.getsize(PARLEY) / 1e6:.0f} MB", "75 MB")
        with open_parley(workspace, environment) as program:
            program.wait_for(FULL_FRAME)
            program.settle(1)
            row("resident after start", f"{program.resident_megabytes():.0f} MB", "40 MB", memory(program))
            own, of_dispatch = program.wake_ups(during=5)
            row("wake-ups in 5 s at rest", str(own), "0", f"and {of_dispatch} of Dispatch's timer")
    posting = shutil.which("posting") or shutil.which(os.path.join(ROOT, ".venv/bin/posting"))
    if posting:
        with home() as environment:
            theirs = median_of(3, lambda: first_frame([posting], "Send", environment))
            with Program([posting], environment=environment) as program:
                program.wait_for("Send")
                # Its cursor blinks.
                program.settle(1, most=3)
                resident = f"{program.resident_megabytes():.0f} MB resident, {memory(program)}"
        row("start of Posting, until it shows Send", milliseconds(theirs), "", f"1/{theirs / ours:.0f} of it, budget 1/40; {resident}")


def memory(program):
    """What is its own, and its share of what others use too."""
    return f"private {program.private_megabytes():.0f} MB, proportional {program.proportional_megabytes():.0f} MB"


# What would differ between machines: code that is chosen by the processor, and the seed of hashes.
SAME_EVERYWHERE = {
    "SWIFT_DETERMINISTIC_HASHING": "1", "OPENSSL_ia32cap": "0:0",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX_Usable,-AVX2_Usable,-AVX2,-AVX_Fast_Unaligned_Load,-ERMS,-AVX512F,-SSE4_2,-SSSE3",
}


def instructions(*command, environment=None):
    """All instructions of a program, as valgrind counts them: the same on a busy machine."""
    counted = ["valgrind", "--tool=callgrind", "--fair-sched=yes", "--callgrind-out-file=/dev/null", *command]
    done = subprocess.run(
        counted, env={**os.environ, **SAME_EVERYWHERE, **(environment or {})}, capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1))


def counts():
    """Instructions, most of which a clock cannot see."""
    bench, curl = os.path.join(RELEASE, "parley-bench"), os.path.join(ROOT, ".build", "bench", "curl-multi")
    version = instructions(PARLEY, "--version")
    reference = instructions(os.path.join(ROOT, ".build", "bench", "curl-version"))
    row("instructions of --version", millions(version), "1.5 x", f"{version / reference:.2f} x a C program with libcurl")
    with home() as environment:
        demo = os.path.join(ROOT, "workspaces", "demo")
        subprocess.run([PARLEY, "trust", "--yes", "-w", demo], env={**os.environ, **environment}, check=True, capture_output=True)
        row("instructions of check, demo workspace", millions(instructions(PARLEY, "check", "-w", demo, environment=environment)), "80 M")
    with nginx() as url:
        one = lambda *program: (instructions(*program, url, "1500", "1") - instructions(*program, url, "500", "1")) // 1000
        bare, ours = one(curl), one(bench, "gets")
    row("instructions of a small GET", f"{ours:,}", "105,000", f"{ours / bare:.2f} x bare libcurl, {bare:,}")


def millions(count):
    return f"{count / 1e6:.0f} M"


def requests_3000():
    body = "method: POST\nurl: /users/{{name}}\nheaders: { Accept: application/json }\nbody: { json: '{}' }\n"
    with home() as environment:
        workspace = write_workspace(
            os.path.join(environment["HOME"], "w"), [(f"f{i // 100:02}/request-{i:04}", body) for i in range(3000)])
        command = [PARLEY, "-w", workspace]
        shown = lambda: first_frame(command, r"request-0010[\s\S]*\? help", environment)
        shown()
        row("opening 3,000 requests", milliseconds(median_of(5, shown)), "150 ms")


def keys_to_frames(program, keys, count=40):
    times = []
    for index in range(count):
        pressed = time.perf_counter()
        program.press(keys[index % len(keys)])
        times.append(program.wait_for_answer() - pressed)
    return statistics.median(times)


def key_to_frame():
    with home() as environment:
        workspace = write_workspace(
            os.path.join(environment["HOME"], "w"), [(f"request-{i:05}", "url: /\n") for i in range(10_000)])
        with open_parley(workspace, environment) as program:
            program.wait_for("request-00010")
            program.settle(0.5)
            row("key to frame, 10,000 rows", milliseconds(keys_to_frames(program, ["j", "j", "k"])), "5 ms")


def write_groups(folder, groups):
    os.makedirs(os.path.join(folder, "groups"))
    for name, steps in groups.items():
        with open(os.path.join(folder, "groups", name + ".yaml"), "w") as file:
            file.write("serial:\n" + "".join(f"  - {step}\n" for step in steps))
    return folder


@contextlib.contextmanager
def groups_screen(groups):
    """The list of groups, with the cursor on the first one."""
    with home() as environment:
        workspace = write_workspace(os.path.join(environment["HOME"], "w"), [("request", "url: /\n")])
        write_groups(workspace, groups)
        with open_parley(workspace, environment) as program:
            program.wait_for("request")
            program.settle(0.5)
            program.press("2")
            program.wait_for(min(groups))
            program.settle(0.5)
            yield program


def run_shown(program, shown):
    program.press(F5)
    program.wait_for(shown, 120)
    program.settle(0.5)
    program.press(TAB + "g")
    program.settle(0.5)


MANY = "{ local: many, each: '[range(2000)]', jq: '. + 1' }"


def group_steps():
    """Keys on the screen of groups, where much has run or runs."""
    with groups_screen({"elements": [MANY, "{ local: sum, jq: 'add' }"]}) as program:
        run_shown(program, "✓ done")
        row("key to frame, 2,000 elements", milliseconds(keys_to_frames(program, ["j", "j", "k"])), "10 ms")
        program.press("w")
        program.settle(0.3)
        row("  where from", milliseconds(keys_to_frames(program, ["j", "j", "k"])), "10 ms")
        program.press("X")
        program.settle(0.3)
        row("  critical path, zoom", milliseconds(keys_to_frames(program, ["+", "-"])), "10 ms")
        program.press("g")
        program.settle(0.3)
        row("  folding all of them", milliseconds(keys_to_frames(program, ["z"])), "10 ms")
        program.press("f")
        program.settle(0.3)
        row("  typing a filter", milliseconds(keys_to_frames(program, ["9", "\x7f"])), "10 ms")
    with groups_screen({"steps": [f"{{ local: step{index}, jq: '.' }}" for index in range(500)]}) as program:
        run_shown(program, "done")
        row("key to frame, 500 steps", milliseconds(keys_to_frames(program, ["j", "j", "k"])), "10 ms")
        program.press("s")
        program.settle(0.5)
        row("  as a file", milliseconds(keys_to_frames(program, ["j", "j", "k"])), "10 ms")
        row("  moving a step", milliseconds(keys_to_frames(program, ["J", "J", "K"])), "20 ms")
        row("  nesting, and undoing that", milliseconds(keys_to_frames(program, [">", "u"])), "20 ms")
    with groups_screen({f"group{index}": [MANY, "{ local: nap, wait: 10m }"] for index in range(10)}) as program:
        start_ten_runs(program, r"ƒ nap", "▶")
        row("key to frame, 10 runs of 2,000 at once", milliseconds(keys_to_frames(program, ["j", "j", "k"])), "10 ms")
        row("  resident", f"{program.peak_megabytes():.0f} MB", "256 MB")


def start_ten_runs(program, *shown):
    """Starts the group of each line once the one before shows all patterns, and goes to the steps of the last."""
    for index in range(10):
        program.press(F5)
        for pattern in shown:
            program.wait_for(pattern, 60)
        program.settle(0.08, most=0.3)
        if index < 9:
            program.press("j")
            program.settle(0.3, most=0.5)
    program.press(TAB + "g")
    program.settle(0.3, most=0.5)


def runs_at_once():
    """A key that opens help, while ten runs of 500 steps go on, one of which is shown."""
    steps = [f"{{ local: step{index}, wait: 60ms }}" for index in range(500)]
    with groups_screen({f"group{index}": steps for index in range(10)}) as program:
        start_ten_runs(program, "▶")
        row("key to frame, 10 runs of 500 steps at once", milliseconds(median_of(40, lambda: toggled(program))), "10 ms")


def step_forms():
    """Keys in a field of a step whose recorded input is large."""
    large = "{ local: large, jq: '[range(20000) | {id: ., name: \"lamp \\(.)\", price: (. % 90)}]' }"
    with groups_screen({"form": [large, "{ local: sum, jq: '.' }"]}) as program:
        run_shown(program, "✓ done")
        program.press("sj" + ENTER)
        program.settle(0.5)
        program.press(ENTER)
        program.settle(0.5)
        row("key to frame in a filter, on 20,000 objects", milliseconds(keys_to_frames(program, ["p", "\x7f"])), "10 ms")


def links():
    found = measured([os.path.join(RELEASE, "parley-bench"), "links", "50", "1000000"])
    row("links between 50 exchanges of 1 MB", milliseconds(found["seconds"]), "1 s", f"{found['found']} found")


def why():
    """Leading from a failed step back to its causes, in runs that are large in one way each."""
    for kind, words in (("rows", "10,000 rows in a filter"), ("steps", "500 steps"), ("elements", "2,000 elements")):
        with tempfile.TemporaryDirectory() as folder:
            found = measured([os.path.join(RELEASE, "parley-bench"), "why", folder, kind])
        row(f"Why? over {words}", milliseconds(found["seconds"]), "100 ms", f"{found['links']} links")


def large_body():
    with home() as environment, demo_server() as url:
        workspace = write_workspace(
            os.path.join(environment["HOME"], "w"), [("large", "url: /json/100\n")], url)
        with open_parley(workspace, environment) as program:
            program.wait_for("large")
            program.settle(0.5)
            before = program.resident_megabytes()
            program.press(ENTER)
            program.settle(0.3)
            sent = time.perf_counter()
            program.press(F5)
            shown = program.wait_for(r"\"id\"") - sent
            whole = program.wait_for(r"105 MB +[0-9.]+ m?s", 120) - sent
            program.settle(1)
            row("100 MB JSON: first screen", milliseconds(shown), "before the end", f"end after {milliseconds(whole)}")
            row("  resident above the start", f"{program.peak_megabytes() - before:.0f} MB", "64 MB")
            program.press(TAB)
            program.settle(0.2)
            row("  key to frame", milliseconds(keys_to_frames(program, ["j", "j", "k"])), "5 ms")
            program.press(SLASH)
            program.settle(0.2)
            asked = time.perf_counter()
            program.press("no such text anywhere")
            found = program.wait_for("not found", 30) - asked
            row("  search all of it", milliseconds(found), "500 ms")


NGINX = """
worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{ access_log off; keepalive_requests 1000000;
  server {{ listen 127.0.0.1:{port}; location / {{ default_type text/plain; return 200 "{body}"; }} }} }}
"""


@contextlib.contextmanager
def nginx(port=18473):
    folder = tempfile.mkdtemp(prefix="parley-bench-nginx-")
    with open(os.path.join(folder, "conf"), "w") as file:
        file.write(NGINX.format(folder=folder, port=port, body="x" * 200))
    server = subprocess.Popen(["/usr/sbin/nginx", "-c", os.path.join(folder, "conf"), "-p", folder])
    time.sleep(0.5)
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def measured(command):
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def small_gets():
    bare = os.path.join(ROOT, ".build", "bench", "curl-multi")
    ours = os.path.join(RELEASE, "parley-bench")
    count, pool, rounds = "20000", "64", 5
    results = {"bare": [], "off": [], "on": []}
    with nginx() as url:
        for _ in range(rounds):
            results["bare"].append(measured([bare, url, count, pool]))
            results["off"].append(measured([ours, "gets", url, count, pool]))
            with home() as environment:
                results["on"].append(measured([ours, "gets", url, count, pool, environment["HOME"] + "/store"]))
    median = lambda kind, key: statistics.median(result[key] for result in results[kind])
    rate = lambda kind: median("bare", "seconds") / median(kind, "seconds")
    cpu = lambda kind: median(kind, "cpuSeconds") / median("bare", "cpuSeconds")
    row("20,000 small GETs, pool 64, history off: speed", f"{rate('off'):.2f} x bare", "0.8 x")
    row("  CPU per request, history off", f"{cpu('off'):.2f} x bare", "1.6 x")
    row("  CPU per request, history on", f"{cpu('on'):.2f} x bare", "2.2 x", f"speed {rate('on'):.2f} x")
    row("  peak memory off / on", f"{median('off', 'peakKB') / 1024:.0f} / {median('on', 'peakKB') / 1024:.0f} MB", "")


def groups():
    ours = os.path.join(RELEASE, "parley-bench")
    count, limit, rounds = "5000", "64", 5
    ratios = {"off": [], "on": []}
    with nginx() as url:
        for _ in range(rounds):
            for kind in ratios:
                results = []
                for case in ["sends", "groups"]:
                    with home() as environment:
                        store = [environment["HOME"] + "/store"] if kind == "on" else []
                        results.append(measured([ours, case, url, count, limit] + store))
                ratios[kind].append(results[1]["cpuSeconds"] / results[0]["cpuSeconds"])
    median = {kind: statistics.median(values) for kind, values in ratios.items()}
    row("a concurrent group of 5,000, limit 64: CPU per node", f"{median['off']:.2f} x sends", "1.3 x")
    row("  the same, with history and the run on disk", f"{median['on']:.2f} x sends", "1.3 x")


class Streaming(http.server.BaseHTTPRequestHandler):
    """Swallows what is put, and gives as much as `size` says."""

    protocol_version = "HTTP/1.1"
    piece = memoryview(bytearray(1 << 20))
    size = 0

    def answer(self, length):
        self.send_response(200)
        self.send_header("Content-Length", str(length))
        self.end_headers()

    def do_PUT(self):
        left = int(self.headers["Content-Length"])
        while left > 0:
            left -= self.rfile.readinto(self.piece[: min(left, len(self.piece))])
        self.answer(0)

    def do_GET(self):
        self.answer(self.size)
        for start in range(0, self.size, len(self.piece)):
            self.wfile.write(self.piece[: min(self.size - start, len(self.piece))])

    def log_message(self, *_):
        pass


def streamed(megabytes):
    """What it costs to send and to fetch so much, through files."""
    Streaming.size = megabytes << 20
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Streaming)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with home() as environment:
        folder = environment["HOME"]
        with open(os.path.join(folder, "up"), "wb") as file:
            file.truncate(Streaming.size)
        url = f"http://127.0.0.1:{server.server_port}/"
        try:
            result = measured([os.path.join(RELEASE, "parley-bench"), "streams", url, folder])
            assert result["right"] == 2 and os.path.getsize(os.path.join(folder, "down")) == Streaming.size
            return result
        finally:
            server.shutdown()
            server.server_close()


def large_streams():
    little, much = streamed(1), streamed(1024)
    grown = (much["peakKB"] - little["peakKB"]) / 1024
    row("1 GB up and 1 GB down: memory beyond that of 1 MB", f"{grown:.1f} MB", "flat", f"{much['seconds']:.1f} s")


def cache_hits():
    ours, count = os.path.join(RELEASE, "parley-bench"), "20000"
    with home() as environment, nginx() as url:
        memory = measured([ours, "hits", url, count])
        disk = measured([ours, "hits", url, count, environment["HOME"] + "/store"])
    for name, result in [("in memory", memory), ("on disk", disk)]:
        assert result["right"] == int(count), result
        budget = "100 µs" if name == "in memory" else ""
        row(f"cache hit, {name}", f"{result['seconds'] / int(count) * 1e6:.0f} µs", budget)


def shared_data():
    bench = os.path.join(RELEASE, "parley-bench")
    with home() as environment:
        reads = measured([bench, "reads", environment["HOME"] + "/reads", "200000"])
        row("shared reads, one core", f"{200_000 / reads['seconds']:,.0f} /s", "50,000 /s")
        store = environment["HOME"] + "/seen"
        watcher = subprocess.Popen([bench, "watch", store, "50"], stdout=subprocess.PIPE, text=True)
        try:
            watcher.stdout.readline()
            measured([bench, "write", store, "50"])
            seen = json.loads(watcher.communicate(timeout=30)[0])
        finally:
            watcher.kill()
        row("a change is seen by another process", f"{seen['median'] / 1000:.1f} ms", "100 ms",
            f"at most {seen['largest'] / 1000:.1f} ms")


@contextlib.contextmanager
def postgres():
    """A PostgreSQL that syncs as one of a team does, on loopback; its database is set up."""
    programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))[-1]
    user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(dir="/tmp") as folder, socket.socket() as free:
        if user:
            shutil.chown(folder, "postgres")
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        data = folder + "/data"
        subprocess.run([*user, programs + "/initdb", "-D", data, "-U", "owner", "-A", "trust", "--no-sync"],
                       check=True, capture_output=True)
        server = subprocess.Popen([*user, programs + "/postgres", "-D", data, "-k", folder, "-h", "127.0.0.1",
                                   "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            address = f"postgresql://owner@127.0.0.1:{port}/postgres"
            while subprocess.run([programs + "/pg_isready", "-q", "-d", address]).returncode:
                time.sleep(0.05)
            subprocess.run([os.path.join(RELEASE, "team-torture"), "init", address, "0"], check=True)
            yield address
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


def team_data():
    program, count = os.path.join(RELEASE, "team-torture"), "100"
    with postgres() as address:
        watcher = subprocess.Popen([program, "watch", address, count], stdout=subprocess.PIPE, text=True)
        try:
            watcher.stdout.readline()
            subprocess.run([program, "write", address, count], check=True)
            seen = sorted(int(line) for line in watcher.communicate(timeout=30)[0].split())
        finally:
            watcher.kill()
        row("a change is seen on another connection to the team", f"{seen[len(seen) // 2] / 1000:.1f} ms", "100 ms",
            f"at most {seen[-1] / 1000:.1f} ms, with the write itself")


def shared_keys():
    """The keys are made in memory: making them is not what is measured."""
    with home("/dev/shm") as environment:
        state = os.path.join(environment["XDG_STATE_HOME"], "parley")
        workspace = write_workspace(os.path.join(environment["HOME"], "w"), [("request", "url: /\n")])
        measured([os.path.join(RELEASE, "parley-bench"), "keys", state, workspace, "bench", "100000"])
        with open_parley(workspace, environment) as program:
            program.wait_for("request")
            program.settle(0.5)
            program.press("5")
            program.wait_for(r"key\.000011")
            program.settle(0.5)
            row("key to frame, 100,000 shared keys", milliseconds(keys_to_frames(program, ["j", "j", "k"])), "5 ms")
            program.press("G")
            program.wait_for("99999")
            program.settle(0.5)
            row("  at the end of them", milliseconds(keys_to_frames(program, ["k", "k", "j"])), "5 ms")
            program.press(",,,")
            program.wait_for("size ▼")
            program.settle(0.5)
            row("  by size", milliseconds(keys_to_frames(program, ["k", "k", "j"])), "5 ms")


def cost(*command, environment=None):
    """The seconds, the peak of memory in MB and the seconds of CPU that a command takes, without what it prints."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **(environment or {})})
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    assert status == 0, command
    return time.perf_counter() - started, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def shared_batches():
    """Many shared keys at once, on the command line."""
    with home("/dev/shm") as environment:
        workspace = write_workspace(os.path.join(environment["HOME"], "w"), [("request", "url: /\n")])

        def keys(prefix, count):
            path = os.path.join(environment["HOME"], f"{prefix}.json")
            with open(path, "w") as file:
                json.dump({f"{prefix}.key{number:06}": f"value {number}" for number in range(count)}, file)
            return path

        def shared(*arguments):
            return cost(PARLEY, "shared", *arguments, "-w", workspace, environment=environment)[0]

        row("shared import of 10,000 keys", f"{shared('import', keys('few', 10_000)):.1f} s", "")
        row("  encrypt all of them", f"{shared('encrypt', 'few.*', '--with', 'gzip'):.1f} s", "3 s")
        row("shared import of 100,000 keys", f"{shared('import', keys('many', 100_000)):.1f} s", "5 s")
        row("  shared list of all", f"{shared('list'):.1f} s", "3 s")
        shared("import", keys("gone", 12_500))
        shared("remove", "gone.*")
        row("  undo of 12,500 deleted keys", f"{shared('undo', '--batch'):.1f} s", "2 s")


def write_description(path, operations):
    """An OpenAPI document in the size and shape of Kubernetes'."""
    words = "what the field of the object is about " * 10
    field = lambda number, inner: {"$ref": f"#/definitions/thing{(number + 1) % 400}"} if not inner and number % 8 else {
        "type": "string", "description": words}
    parameter = lambda name: {"name": name, "in": "query", "type": "string", "description": words}
    operation = lambda verb, number: {
        "operationId": f"{verb}Thing{number}", "tags": [f"things{number % 40}"], "description": words, "consumes": ["*/*"],
        "parameters": [parameter(name) for name in ("limit", "continue", "watch", "pretty")] + (
            [{"name": "body", "in": "body", "schema": {"$ref": f"#/definitions/thing{number % 400}"}}] if verb == "replace" else []),
        "responses": {"200": {"description": words, "schema": {"$ref": f"#/definitions/thing{number % 400}"}}}}
    with open(path, "w") as file:
        json.dump({
            "swagger": "2.0", "info": {"title": "Things", "version": "v1"}, "host": "127.0.0.1",
            "definitions": {f"thing{number}": {"type": "object", "properties": {
                f"field{inner}": field(number, inner) for inner in range(18)}} for number in range(400)},
            "paths": {f"/apis/v1/namespaces/{{namespace}}/things{number}/{{name}}": {
                "parameters": [{"name": name, "in": "path", "required": True, "type": "string"} for name in ("namespace", "name")],
                "get": operation("read", number), "put": operation("replace", number)} for number in range(operations // 2)},
        }, file)


def large_import():
    with home() as environment:
        path = os.path.join(environment["HOME"], "api.json")
        write_description(path, 1123)
        workspace = os.path.join(environment["HOME"], "w")
        _, memory, cpu = cost(PARLEY, "import", path, "-w", workspace, environment=environment)
        row(f"import of 1,122 operations, {os.path.getsize(path) / 1e6:.0f} MB: CPU", f"{cpu:.1f} s", "3 s", f"peak {memory:.0f} MB")


def write_articles(path, size):
    with open(path, "w") as file:
        file.write("[")
        number = 0
        while file.tell() < size:
            article = {"id": number, "name": f"article {number}", "price": number * 37 % 100, "text": "x" * 80}
            file.write((",\n" if number else "") + json.dumps(article))
            number += 1
        file.write("]")


def filters():
    ours = measured([os.path.join(RELEASE, "parley-bench"), "filters", "20000"])
    row("a small filter, compiled", f"{ours['compiled']:.1f} µs", "10 µs")
    row("  traced", f"{ours['traced'] / ours['compiled']:.1f} x", "3 x")
    if shutil.which("jq") is None:
        return row("filters beside jq", "no jq here", "", "apt-get install jq")
    jq = median_of(21, lambda: run_time("jq", "-n", "1"))
    row("  compiled and run, beside starting jq", f"{jq * 1e6 / ours['once']:.0f} x faster", "100 x")
    filter = "[.[] | select(.price > 50) | {id, name}]"
    with home() as environment:
        path = os.path.join(environment["HOME"], "articles.json")
        write_articles(path, 50e6)
        pairs = [(cost(PARLEY, "jq", "-c", filter, path), cost("jq", "-c", filter, path)) for _ in range(3)]
    seconds, memory = (statistics.median(mine[i] / theirs[i] for mine, theirs in pairs) for i in range(2))
    row("a filter over 50 MB: time", f"{seconds:.2f} x jq", "1 x")
    row("  peak memory", f"{memory:.2f} x jq", "0.5 x")


def in_history(environment, exchanges):
    """A workspace with so many exchanges in its history, and how long it takes to open it and the screen of the history."""
    folder = os.path.join(environment["HOME"], f"w{exchanges}")
    workspace = write_workspace(folder, [("request", "url: /\n")])
    state = os.path.join(environment["XDG_STATE_HOME"], f"parley{exchanges}")
    environment = {**environment, "XDG_STATE_HOME": state}
    if exchanges:
        measured([
            os.path.join(RELEASE, "parley-bench"), "exchanges", os.path.join(state, "parley"), workspace, "bench",
            str(exchanges)])
    shown = r"/carts/" if exchanges else "Nothing has been sent yet"

    def opened():
        with open_parley(workspace, environment) as program:
            frame = program.wait_for(FULL_FRAME) - program.started
            pressed = time.perf_counter()
            program.press("6")
            return frame, program.wait_for(shown) - pressed

    opened()
    times = [opened() for _ in range(5)]
    return workspace, environment, [statistics.median(time[i] for time in times) for i in range(2)]


def search_for(program, word, shown, seconds=60):
    """How long it takes from the last letter of a word to the first line that is found."""
    program.press(SLASH)
    program.settle(0.2)
    program.press(word[:-1])
    program.wait_for_answer()
    pressed = time.perf_counter()
    program.press(word[-1])
    return program.wait_for(shown, seconds) - pressed


def leave_search(program):
    pressed = time.perf_counter()
    program.press("\x1b")
    left = program.wait_for(r"/carts/") - pressed
    program.settle(0.3)
    return left


def history():
    """Opening, and searching in, a history of a million exchanges."""
    with home(os.path.join(ROOT, ".build", "bench")) as environment:
        _, _, empty = in_history(environment, 0)
        workspace, environment, full = in_history(environment, EXCHANGES)
        extra = [max(0, mine - none) for mine, none in zip(full, empty)]
        row(f"opening, {EXCHANGES:,} exchanges: beyond an empty history", milliseconds(extra[0]), "100 ms")
        row("  the History screen", milliseconds(extra[1]), "100 ms")
        with open_parley(workspace, environment) as program:
            program.wait_for(FULL_FRAME)
            program.press("6")
            program.wait_for(r"/carts/")
            program.settle(0.5)
            row("  key to frame", milliseconds(keys_to_frames(program, ["j", "j", "k"])), "10 ms")
            row("  search: the first that is found, of 1 in 1,000", milliseconds(search_for(program, "copperpot", "/pots/")), "200 ms")
            leave_search(program)
            row("  by a field", milliseconds(search_for(program, "status:404", " 404 ")), "200 ms")
            leave_search(program)
            # Two letters: nothing tells beforehand which exchanges hold them.
            search_for(program, "qj", "earching")
            row("  key to frame while it searches", milliseconds(keys_to_frames(program, ["x", "\x7f"], 20)), "10 ms")
            row("  leaving it", milliseconds(leave_search(program)), "200 ms")
            row("  the only one, among the oldest", milliseconds(search_for(program, "goldneedle", "/needles/")), "200 ms")
            row("  resident", f"{program.peak_megabytes():.0f} MB", "64 MB")


def event_stream():
    """A stream of 10,000 events a second: a key that opens help and one that closes it, and memory at both ends."""
    with home() as environment, demo_server() as url:
        text = f"url: /events?rate=10000&n={10_000 * STREAM_SECONDS}\noptions: {{ timeout: 10m }}\n"
        workspace = write_workspace(os.path.join(environment["HOME"], "w"), [("ticks", text)], url)
        with open_parley(workspace, environment) as program:
            program.wait_for("ticks")
            program.settle(0.5)
            program.press(ENTER)
            program.settle(0.3)
            program.press(F5)
            program.wait_for("streaming")
            start = time.perf_counter()
            times, early = [], None
            while time.perf_counter() - start < STREAM_SECONDS - 2:
                times.append(toggled(program))
                if early is None and time.perf_counter() - start > 5:
                    early = program.resident_megabytes()
            times.sort()
            median, worst = times[len(times) // 2], times[len(times) * 99 // 100]
            row(f"10,000 events a second for {STREAM_SECONDS} s: key to frame", milliseconds(median), "10 ms",
                f"99 of 100 within {milliseconds(worst)}")
            row("  memory, from the fifth second to the end", f"{program.resident_megabytes() - early:+.1f} MB", "flat")
            program.wait_for("ended", 30)
            program.settle(0.5)
            program.resize(130, 36)
            program.wait_for(rf"{10_000 * STREAM_SECONDS:,} events", 30)


def toggled(program):
    """Opens the help, which is text that no stream has, and closes it."""
    pressed = time.perf_counter()
    program.press("?")
    shown = program.wait_for("Keys", 10) - pressed
    program.press("q")
    program.settle(0.005, most=0.1)
    time.sleep(0.1)
    program.settle(0.005, most=0.1)
    return shown


PARTS = [
    start, counts, requests_3000, key_to_frame, group_steps, runs_at_once, step_forms, links, why, large_body, small_gets, groups, cache_hits,
    large_streams, shared_data, team_data, shared_keys, shared_batches, large_import, filters, history, event_stream,
]


def main(names):
    for part in PARTS:
        if names and part.__name__ not in names:
            continue
        try:
            part()
        except (TimeoutError, subprocess.CalledProcessError, OSError) as error:
            row(part.__name__, "failed", "", str(error)[-300:])
    if not names:
        write_page(ROOT, ROWS, {"BENCH_EXCHANGES": f"{EXCHANGES}", "BENCH_STREAM_SECONDS": f"{STREAM_SECONDS}"})


if __name__ == "__main__":
    main(sys.argv[1:])
