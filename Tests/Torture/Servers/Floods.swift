import ParleyEngine
import TestSupport

/// Clients that keep the mock server busy.
struct Floods: TorturePart {
  static let name = "floods"
  static let summary =
    "hundreds of idle and slow connections to the mock server, bodies that are never ended, brackets without an end, foreign hosts"
  static let promise = "somebody else is answered meanwhile; a foreign host is refused"
  static let shortCount = 2

  func attempt(_ trial: Trial) async throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "- match: GET /one\n  reply: { text: hello }\n- match: POST /one\n  where: { jq: .a }\n  reply: { text: a }\n",
      to: "mocks/one.yaml")
    let mock = try await MockProcess.start(["-w", sandbox.workspace], environment: sandbox.environment)
    let port = UInt16(mock.url.split(separator: ":").last ?? "") ?? 0
    var open: [OpenClient] = []
    for _ in 0..<trial.int(100..<700) {
      open.append(try OpenClient(to: port, saying: Array(Self.beginning(trial).utf8)))
    }
    trial.step("\(open.count) connections")
    if trial.once(in: 3) {
      trial.step("brackets")
      let body = String(repeating: "[", count: 8_000_000)
      let head = "POST /one HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
      open.append(try OpenClient(to: port, saying: Array((head + body).utf8)))
    }
    for (host, wanted) in [("localhost", 200), ("evil.test", 421), ("127.0.0.1:\(port)", 200)] {
      let answer = try await RawClient.send(
        "GET /one HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n", to: port)
      trial.expect(answer.status == wanted, "\(host) got \(answer.status): \(answer.bodyText.prefix(200))")
    }
    let status = try await mock.end(by: 15)
    trial.expect([0, 143].contains(status), "The server did not end as it was told")
    withExtendedLifetime(open) {}
  }

  private static func beginning(_ trial: Trial) -> String {
    trial.pick([
      "", "G", "GET /one HTTP/1.1\r\nHost: localhost\r\n", "GET /one HTTP/1.1\r\nHost: localhost\r\nX: ",
      "POST /one HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000000\r\n\r\n[[[",
    ])
  }
}
