import TestSupport

/// HTTP/2 without TLS, frame by frame (RFC 9113).
struct HostileHTTP2: HostileKind {
  func attempt(_ trial: Trial) async throws {
    let body = Array(repeating: UInt8(ascii: "h"), count: trial.size(upTo: 16_000))
    let whole = HTTP2Frames.settings + HTTP2Frames.acknowledgement + HTTP2Frames.response(body)
    let broken = trial.once(in: 2) ? Breakage.random(of: whole, trial) : odd(trial)
    trial.step("HTTP/2, \(broken.text)")
    let server = try RawServer.start { connection in
      guard try connection.read() != nil else { return }
      try broken.send(on: connection)
    }
    defer { server.stop() }
    let sent = try await HostileTarget(server.url, options: ["httpVersion: 2"]).send(trial)
    guard broken.isOnlyCut else { return }
    trial.expect(body.starts(with: sent.output), "What was printed is no part of the body")
    if sent.status == 0 { trial.expect(broken.count >= whole.count, "A response that was cut off is a success") }
  }

  /// Frames that are whole, and make no sense.
  private func odd(_ trial: Trial) -> Breakage {
    var bytes = HTTP2Frames.settings
    var text: [String] = []
    for _ in 0...trial.size(upTo: 20) {
      let (kind, flags, stream) = (trial.int(0..<12), trial.int(0..<256), trial.pick([0, 1, 2, 3, 0x7FFF_FFFF]))
      let content = trial.bytes(trial.size(upTo: 300))
      bytes += HTTP2Frames.frame(UInt8(kind), flags: UInt8(flags), stream: stream, content)
      text.append("\(kind)")
    }
    return Breakage(pieces: [bytes], text: "frames of kinds \(text.joined(separator: " "))")
  }
}

/// Frames as they stand on the wire.
enum HTTP2Frames {
  static let settings = frame(4, flags: 0, stream: 0, [])
  static let acknowledgement = frame(4, flags: 1, stream: 0, [])

  static func frame(_ kind: UInt8, flags: UInt8, stream: Int, _ content: [UInt8]) -> [UInt8] {
    let length = [UInt8(content.count >> 16 & 0xFF), UInt8(content.count >> 8 & 0xFF), UInt8(content.count & 0xFF)]
    let stream = (0..<4).map { UInt8(truncatingIfNeeded: stream >> (24 - 8 * $0)) }
    return length + [kind, flags] + stream + content
  }

  /// Status 200 by index 8 of the static table (RFC 7541, A), then the body.
  static func response(_ body: [UInt8]) -> [UInt8] {
    frame(1, flags: 4, stream: 1, [0x88]) + frame(0, flags: 1, stream: 1, body)
  }
}
