import TestSupport

/// Filters that would never end, or take all there is.
struct Bombs: TorturePart {
  static let name = "bombs"
  static let summary = "jq filters in expectations that never end, double what they have, or join their own output"
  static let promise = "each ends with an error within seconds, in little memory, and quotes little of the filter"
  static let shortCount = 2

  private static let filters = [
    "[limit(infinite; repeat(1))] | length > 0", "[limit(1e18; repeat(1))] | length", "def f: [., .] | f; f",
    "reduce range(40) as $i (1; [., .]) | tostring | length",
    "[range(20)] as $a | [[$a,$a,$a,$a,$a,$a,$a] | combinations] | length",
    "reduce range(60) as $i (\"ab\"; gsub(\"(?<x>.)\"; .x + .x)) | length",
    "reduce range(60) as $i (\"ab\"; . + .) | length",
    "(\"x\" * 500000000) | ascii_downcase | length", "[range(1e9)] | sort", "last(repeat(1))",
    "[recurse([.])] | length",
    "reduce range(1e9) as $i ([]; . + [$i]) | length", "[splits(\"\"; \"g\")] | length",
    "input_line_number | until(false; .)",
  ]

  func attempt(_ trial: Trial) async throws {
    let server = try RawServer.answering(.text("{}"))
    defer { server.stop() }
    let sandbox = try Sandbox(server: server.url)
    let padding = trial.once(in: 3) ? String(repeating: " ", count: 3000) : ""
    let filter = trial.pick(Self.filters) + padding
    trial.step(filter.prefix(100).description)
    let text = filter.replacing("'", with: "''")
    try sandbox.write("url: /one\nexpect: { jq: '\(text)' }\n", to: "requests/one.yaml")
    // Kilobytes: what a debug build takes by itself, and what a filter may.
    let line = "ulimit -v 6000000; exec \"$@\""
    let words = [try Executables.built("parley"), "send", "one", "-w", sandbox.workspace]
    let sent = try await FinishedProcess.run(
      "/bin/sh", ["-c", line, "sh"] + words, environment: sandbox.environment, limit: .seconds(25))
    trial.judge(sent, ["send", "one"])
    trial.expect(
      sent.errorText.utf8.count < 4_000, "It says \(sent.errorText.utf8.count) bytes: \(sent.errorText.prefix(300))")
  }
}
