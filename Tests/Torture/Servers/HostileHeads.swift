import TestSupport

/// Heads that contradict themselves, never end, or are only there to be large.
struct HostileHeads: HostileKind {
  private static let bodies: [@Sendable (Trial) -> [UInt8]] = [
    { _ in Array("Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!".utf8) },
    { _ in Array("Content-Length: -1\r\n\r\nhello".utf8) },
    { _ in Array("Content-Length: 99999999999999999999999\r\n\r\nhello".utf8) },
    { _ in Array("Content-Length: 5, 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".utf8) },
    { _ in Array("Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nhello".utf8) },
    { _ in Array("Transfer-Encoding: gzip, chunked, identity\r\n\r\n5\r\nhello\r\n0\r\n\r\n".utf8) },
    { _ in Array("Content-Encoding: gzip, gzip, br, zstd, deflate\r\nContent-Length: 5\r\n\r\nhello".utf8) },
    { trial in Array("X-Long: ".utf8) + trial.bytes(trial.size(upTo: 400_000)) + Array("\r\n\r\n".utf8) },
    { trial in (0..<trial.size(upTo: 5000)).flatMap { Array("X-\($0): a\r\n".utf8) } + Array("\r\n".utf8) },
    { trial in (0..<trial.size(upTo: 4000)).flatMap { Array("Set-Cookie: c\($0)=\($0)\r\n".utf8) } + [13, 10] },
    { trial in Array("Set-Cookie: a=".utf8) + trial.bytes(trial.size(upTo: 5000)) + [13, 10, 13, 10] },
    { _ in Array("Location: /again\r\nContent-Length: 0\r\n\r\n".utf8) },
    { _ in Array("Location: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n".utf8) },
    { trial in Array("Location: http://".utf8) + trial.bytes(60) + Array("/\r\nContent-Length: 0\r\n\r\n".utf8) },
    { trial in Array("ETag: ".utf8) + trial.bytes(30) + Array("\r\nCache-Control: max-age=9e99\r\n\r\n".utf8) },
    { trial in trial.bytes(trial.size(upTo: 3000)) },
  ]

  private static let lines = [
    "HTTP/1.1 200 OK", "HTTP/1.1 200", "HTTP/1.1 301 Moved", "HTTP/1.1 307 Again", "HTTP/1.1 304 Same",
    "HTTP/1.1 401 No", "HTTP/1.1 999 Much", "HTTP/1.1 000 Nothing", "HTTP/9.9 200 OK", "HTTP/1.1 -20 OK", "ICY 200 OK",
    "HTTP/1.1 204 None", "HTTP/1.1 101 Switching", "HTTP/1.0 200 \u{1B}]0;\(EscapeReader.marker)\u{7}", "",
  ]

  func attempt(_ trial: Trial) async throws {
    let line = trial.pick(Self.lines)
    let reply = Array("\(line)\r\n".utf8) + trial.pick(Self.bodies)(trial)
    trial.step("\(line), \(reply.count) bytes")
    let server = try RawServer.start { connection in
      while try connection.readRequest() != nil { try connection.send(reply) }
    }
    defer { server.stop() }
    let sent = try await HostileTarget(server.url).send(trial)
    trial.expect(!sent.outputText.contains("root:x:0"), "A redirect read a file of this machine")
  }
}
