import ParleyEngine
import TestSupport

/// Compressed bodies that are cut off inside, changed, or far larger than they look. How they are sent is right.
struct HostileCodings: HostileKind {
  private static let text = (0..<2000).map { "line \($0 * 7919 % 1000)\n" }.joined()

  /// 9,000 bytes of text, by brotli 1.1 (RFC 7932). It has no checksum: only its end shows whether it is whole.
  private static let brotli: [UInt8] = [
    0x13, 0x27, 0x23, 0x00, 0x44, 0x27, 0x47, 0xFA, 0x79, 0x6B, 0x9E, 0x70, 0x60, 0xED, 0x5B, 0x52, 0x6D, 0xA9, 0x25,
    0x1C, 0x6C, 0xC0, 0x81, 0x43, 0x98, 0xD8, 0x44, 0x8F, 0x40, 0x83, 0x43, 0x8E, 0x2E, 0x07, 0x89, 0x9A, 0xB7, 0xE2,
    0x49, 0x74, 0xBF, 0xD3, 0x0B, 0xFD, 0x93, 0x10, 0x15, 0x5E, 0xAD, 0x06, 0xC0, 0x74, 0x10, 0x35, 0x4B, 0xC3, 0x9F,
    0x22, 0x00,
  ]

  func attempt(_ trial: Trial) async throws {
    if trial.once(in: 12) { return try await bomb(trial) }
    if trial.once(in: 6) { return try await cutBrotli(trial) }
    let whole = try Gzip.compress(Array(Self.text.utf8))
    let place = trial.int(0..<whole.count)
    let isCut = trial.once(in: 2)
    let body = isCut ? Array(whole[..<place]) : whole[..<place] + [whole[place] ^ 4] + whole[(place + 1)...]
    trial.step("gzip of \(whole.count) bytes, \(isCut ? "cut" : "changed") at \(place)")
    let sent = try await send(body, trial)
    // Bytes 4 to 9 are a time and flags that nobody looks at (RFC 1952).
    guard sent.status == 0, isCut || !(4..<10).contains(place) else { return }
    trial.lose("A broken body is a success: \(sent.output.count) of \(Self.text.utf8.count) bytes")
  }

  private func cutBrotli(_ trial: Trial) async throws {
    let place = trial.int(0..<Self.brotli.count)
    trial.step("brotli of \(Self.brotli.count) bytes, cut at \(place)")
    let sent = try await send(Array(Self.brotli[..<place]), coding: "br", trial)
    trial.expect(sent.status != 0, "A body that was cut off is a success: \(sent.output.count) bytes")
  }

  /// 1 GB of zeros, in 1 MB.
  private func bomb(_ trial: Trial) async throws {
    trial.step("a bomb")
    let piece = try Gzip.compress(Array(repeating: 0, count: 64 << 20))
    let sent = try await send(Array(repeatElement(piece, count: 16).joined()), trial)
    trial.expect(sent.output.count <= 1 << 30, "It printed \(sent.output.count) bytes")
  }

  private func send(_ body: [UInt8], coding: String = "gzip", _ trial: Trial) async throws -> FinishedProcess {
    let reply = RawReply(headers: ["Content-Encoding: \(coding)", "Content-Length: \(body.count)"], body: body)
    let server = try RawServer.answering(reply)
    defer { server.stop() }
    return try await HostileTarget(server.url).send(trial)
  }
}
