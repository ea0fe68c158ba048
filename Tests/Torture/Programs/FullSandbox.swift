import TestSupport

/// A sandbox with something of everything in its store, kept the way people fill it.
struct FullSandbox: Sendable {
  /// What the shared key `k` holds.
  static let value = "the value of k"
  /// What the server says of `/one`; of `/long` it is too long for a row.
  static let body = "{\"n\":1}"
  static let long = String(repeating: "0123456789abcdef", count: 80_000)

  let sandbox: Sandbox
  let server: RawServer

  /// Fills it, and keeps a copy of its state to go back to.
  init() async throws {
    server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        try connection.send(.text(request.target == "/long" ? Self.long : Self.body, headers: ["Set-Cookie: c=1"]))
      }
    }
    sandbox = try Sandbox(server: server.url)
    try sandbox.write("url: /one\ncapture: { n: .n }\n", to: "requests/one.yaml")
    try sandbox.write("url: /long\ncache: { ttl: 1h }\n", to: "requests/long.yaml")
    try sandbox.write("serial: [{ request: one }, { request: long }]\n", to: "groups/g.yaml")
    for (words, input) in Self.filling {
      let done = try await sandbox.parley(words, input: input)
      guard done.status == 0 else { throw SupportError("\(words): \(done.status) \(done.errorText)") }
    }
    try await copy("state", to: "kept")
  }

  private static let filling: [([String], String)] = [
    (["send", "one"], ""), (["send", "long"], ""), (["run", "g"], ""), (["shared", "set", "k"], value),
    (["send", "one"], ""), (["shared", "set", "other"], "1"),
  ]

  /// Enough of them to see that everything works.
  static let probes = [["send", "long"], ["run", "g"], ["shared", "list"], ["check"]]

  /// What everybody does, without changing what ``value`` says.
  static let commands = [
    ["send", "one"], ["send", "long"], ["send", "long", "--cached"], ["run", "g"], ["runs", "list"],
    ["runs", "show", "last"], ["shared", "list"], ["shared", "get", "k"], ["shared", "history", "k"],
    ["cache", "list"],
    ["cache", "why", "long"], ["check"],
  ]
}

// To put things back as they were.
extension FullSandbox {
  func restoreState() async throws { try await copy("kept", to: "state") }

  private func copy(_ folder: String, to other: String) async throws {
    let (from, to) = (sandbox.home.path(folder), sandbox.home.path(other))
    let line = "rm -rf \"$1\" && cp -a \"$0\" \"$1\""
    let copied = try await FinishedProcess.run("/bin/sh", ["-c", line, from, to])
    guard copied.status == 0 else { throw SupportError("cp: \(copied.errorText)") }
  }

  /// The files of the state folder, in one order.
  func stateFiles() async throws -> [String] {
    let found = try await FinishedProcess.run("/usr/bin/find", [sandbox.state, "-type", "f"])
    return found.outputText.split(separator: "\n").map(String.init).sorted()
  }
}
