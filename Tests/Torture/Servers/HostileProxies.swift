import TestSupport

/// Proxies that lie about the tunnel, or speak in the server's name. None of it is a response of the server.
struct HostileProxies: HostileKind {
  private static let page = "A page of the proxy"

  private static let answers: [@Sendable (Trial) -> [UInt8]] = [
    { _ in RawReply.text(page).bytes },
    { _ in RawReply.text(page, status: "403 Forbidden").bytes },
    { _ in RawReply.text(page, status: "302 Found", headers: ["Location: http://127.0.0.1:9/"]).bytes },
    { _ in RawReply.text(page, status: "407 Who", headers: ["Proxy-Authenticate: Basic realm=\"\u{1B}[2J\""]).bytes },
    { _ in RawReply("200 OK", headers: ["Content-Length: 5", "Transfer-Encoding: chunked"], body: [1, 2, 3]).bytes },
    { trial in RawReply("200 OK").bytes + trial.bytes(200) },
    { trial in RawReply("200 OK", headers: (0..<trial.size(upTo: 3000)).map { "X-\($0): a" }).bytes },
    { trial in RawReply("200 \(page)").bytes.dropLast(trial.int(0..<20)) + [] },
    { trial in [5, 0] + trial.bytes(trial.size(upTo: 40)) },
    { trial in [5, 2] + trial.bytes(trial.size(upTo: 40)) },
    { _ in [5, 0xFF] },
    { trial in trial.bytes(trial.size(upTo: 2000)) },
  ]

  func attempt(_ trial: Trial) async throws {
    let scheme = trial.pick(["http", "http", "socks5", "socks5h"])
    let answer = trial.pick(Self.answers)(trial)
    let end = trial.once(in: 6) ? Breakage.End.hold : trial.pick([.close, .reset])
    trial.step("a \(scheme) proxy says \(String(decoding: answer.prefix(80), as: UTF8.self)), \(end)")
    let proxy = try RawServer.start { connection in
      guard try connection.read() != nil else { return }
      try Breakage(pieces: [answer], end: end, text: "").send(on: connection)
    }
    defer { proxy.stop() }
    let target = try HostileTarget(
      "https://server.invalid", options: ["proxy: '\(scheme)://127.0.0.1:\(proxy.port)'"])
    let sent = try await target.send(trial)
    trial.expect(sent.status != 0, "A response of the proxy is a success of the server")
    trial.expect(!sent.outputText.contains(Self.page), "A page of the proxy was printed as the server's body")
  }
}
