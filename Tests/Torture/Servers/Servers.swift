import ParleyEngine
import TestSupport

/// Servers and proxies that break a response at every place where one can break.
struct Servers: TorturePart {
  static let name = "servers"
  static let summary =
    "responses cut, reset, held back, changed and inserted into at random places; over TCP, TLS and HTTP/2, and by proxies"
  static let promise =
    "it ends in time; success only for a complete response; a proxy's response never counts as the server's"
  static let shortCount = 18

  private let kinds: [any HostileKind]

  init() async throws {
    kinds = [
      HostileHTTP(), HostileHeads(), HostileCodings(), HostileHTTP2(), try await HostileTLS(), HostileProxies(),
    ]
  }

  func attempt(_ trial: Trial) async throws {
    try await kinds[trial.number % kinds.count].attempt(trial)
  }
}

/// What is hostile.
protocol HostileKind: Sendable {
  func attempt(_ trial: Trial) async throws
}

/// A request to something hostile, with limits short enough to see that they hold.
struct HostileTarget {
  let sandbox: Sandbox

  init(_ url: String, options: [String] = []) throws {
    sandbox = try Sandbox(server: url)
    let lines = ["timeout: 3s", "connectTimeout: 2s"] + options
    try sandbox.write("url: /one\noptions:\n\(lines.map { "  \($0)\n" }.joined())", to: "requests/one.yaml")
  }

  /// Sends it, and judges its end.
  func send(_ trial: Trial) async throws -> FinishedProcess {
    let sent = try await sandbox.parley(["send", "one"], limit: .seconds(30))
    trial.judge(sent, ["send", "one"])
    trial.expect(EscapeReader.firstForbidden(in: sent.errors) == nil, "Control sequences on standard error")
    return sent
  }
}
