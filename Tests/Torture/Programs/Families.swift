import Glibc
import TestSupport

/// Programs of steps that leave others behind.
struct Families: TorturePart {
  static let name = "families"
  static let summary =
    "programs of steps that start others, in sessions of their own too, ignore SIGTERM, and are ended, cut off or interrupted"
  static let promise = "nothing that a step has started is left when its run is over"
  static let shortCount = 3

  private static let leaving = [
    "sleep MARK & echo 1", "setsid sleep MARK & echo 1",
    "(setsid sh -c 'sleep MARK & exec sleep MARK' &) ; sleep 0.2; echo 1",
    "trap '' TERM; sleep MARK & while :; do sleep 1; done",
    "trap '' TERM HUP; setsid sh -c 'trap \"\" TERM; sleep MARK' & wait",
    "setsid setsid sh -c 'sleep MARK' & sleep 30",
  ]

  func attempt(_ trial: Trial) async throws {
    let sandbox = try Sandbox()
    let mark = "\(trial.int(1_000_000..<9_000_000))"
    let script = trial.pick(Self.leaving).replacing("MARK", with: mark)
    trial.step(script)
    try sandbox.write("#!/bin/sh\n\(script)\n", to: "job.sh")
    chmod(sandbox.workspace + "/job.sh", 0o755)
    try sandbox.write("serial: [{ local: j, run: [./job.sh], timeout: 2s }]\n", to: "groups/g.yaml")
    trial.judge(try await sandbox.parley(["trust", "--yes"]), ["trust"])
    let words = [try Executables.built("parley"), "run", "g", "-w", sandbox.workspace]
    let time = trial.once(in: 2) ? Double(trial.int(300..<1500)) / 1000 : 60
    trial.step("interrupted after \(time) s")
    let ended = try await FinishedProcess.run(
      "/usr/bin/timeout", ["--preserve-status", "-s", "INT", "\(time)"] + words, environment: sandbox.environment,
      limit: .seconds(90))
    trial.judge(ended, ["run", "g"], allowing: [0, 1, 130])
    let left = try await FinishedProcess.run("/usr/bin/pgrep", ["-f", "sleep \(mark)"])
    trial.expect(left.output.isEmpty, "Something is left: \(left.outputText)")
    _ = try await FinishedProcess.run("/usr/bin/pkill", ["-9", "-x", "-f", "sleep \(mark)"])
  }
}
