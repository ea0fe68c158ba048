import TestSupport

/// Imports and runs of more than anybody has memory for.
struct Loads: TorturePart {
  static let name = "loads"
  static let summary =
    "imports and runs without measure: JSON and YAML of many values or broken at their end, `each` over a million, rows without an end, outputs that double"
  static let promise = "each ends with its status, in bounded memory"
  static let shortCount = 1

  /// Kilobytes of addresses: what a debug build takes by itself, and what an import or a run may.
  private static let limit = 4_000_000

  func attempt(_ trial: Trial) async throws {
    let sandbox = try Sandbox()
    let load = Load.all[trial.number % Load.all.count]
    trial.step(load.name)
    for words in try load.prepare(sandbox, trial) {
      let line = "ulimit -v \(Self.limit); exec \"$@\""
      let ended = try await FinishedProcess.run(
        "/bin/sh", ["-c", line, "sh", try Executables.built("parley")] + words + ["-w", sandbox.workspace],
        environment: sandbox.environment, limit: .seconds(110))
      trial.judge(ended, words)
      trial.expect(!load.isRefused || ended.status != 0, "\(load.name) was taken")
    }
    trial.judge(try await sandbox.parley(["runs", "show", "last"]), ["runs", "show"])
  }
}

/// One of them.
private struct Load: Sendable {
  let name: String
  /// Whether it is surely too much.
  let isRefused: Bool
  /// Writes its files.
  let prepare: @Sendable (Sandbox, Trial) throws -> [[String]]

  static let all = imports + runs

  private static func imported(
    _ name: String, refused isRefused: Bool = true, _ bytes: @escaping @Sendable (Trial) -> String
  ) -> Load {
    Load(name: name, isRefused: isRefused) { sandbox, trial in
      [["import", try sandbox.home.write(bytes(trial), to: "api.json")]]
    }
  }

  private static let imports = [
    imported("JSON of many values") { trial in
      #"{"openapi":"3.0.3","x":["# + String(repeating: #"{"a":1},"#, count: trial.int(4_000_000..<6_000_000)) + "1]}"
    },
    imported("JSON that is broken at its end") { trial in
      let text = String(repeating: "long ", count: 2_000)
      return #"{"openapi":"3.0.3","x":["# + String(repeating: "\"\(text)\",", count: trial.int(500..<3_000))
    },
    imported("YAML of many lines") { trial in
      "openapi: 3.0.3\nx:\n" + String(repeating: "- a: 1\n", count: trial.int(1_500_000..<3_000_000))
    },
    imported("a HAR of large bodies", refused: false) { trial in
      let text = String(repeating: "y", count: 1 << 20)
      let entry =
        #"{"startedDateTime":"2026-01-01T00:00:00Z","request":{"method":"GET","url":"http://a.test/b","headers":[]},"response":{"content":{"mimeType":"text/plain","text":""#
        + text + #""}}}"#
      return #"{"log":{"entries":["# + Array(repeating: entry, count: trial.int(5..<30)).joined(separator: ",") + "]}}"
    },
  ]

  private static func run(
    _ name: String, _ group: String, refused isRefused: Bool = true, files: [String: String] = [:]
  ) -> Load {
    Load(name: name, isRefused: isRefused) { sandbox, _ in
      for (file, text) in files { try sandbox.write(text, to: file) }
      try sandbox.write(group, to: "groups/g.yaml")
      return [["run", "g"]]
    }
  }

  private static let runs = [
    run("each over a million", "serial:\n  - { local: j, jq: '1', each: '[range(1000000)]' }\n"),
    run(
      "rows without an end", "serial:\n  - { local: j, jq: '1', each: { file: rows.csv } }\n",
      files: ["rows.csv": "a,b\n" + String(repeating: "1,2\n", count: 300_000)]),
    run(
      "outputs that double",
      "serial:\n  - { local: s0, jq: '\"x\" * 1000000' }\n"
        + (1..<40).map { "  - { local: s\($0), jq: '[., .]' }\n" }.joined()),
    run(
      "outputs that add up",
      "serial:\n" + (0..<120).map { "  - { local: s\($0), jq: '\"x\" * 5000000' }\n" }.joined()),
    run(
      "many steps", "serial:\n" + (0..<3_000).map { "  - { local: s\($0), jq: '1' }\n" }.joined(), refused: false),
  ]
}
