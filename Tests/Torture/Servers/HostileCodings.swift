import ParleyEngine
import TestSupport

/// Compressed bodies that are cut off inside, changed, or far larger than they look. How they are sent is right.
struct HostileCodings: HostileKind {
  private static let text = (0..<2000).map { "line \($0 * 7919 % 1000)\n" }.joined()

  func attempt(_ trial: Trial) async throws {
    if trial.once(in: 12) { return try await bomb(trial) }
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

  /// 1 GB of zeros, in 1 MB.
  private func bomb(_ trial: Trial) async throws {
    trial.step("a bomb")
    let piece = try Gzip.compress(Array(repeating: 0, count: 64 << 20))
    let sent = try await send(Array(repeatElement(piece, count: 16).joined()), trial)
    trial.expect(sent.output.count <= 1 << 30, "It printed \(sent.output.count) bytes")
  }

  private func send(_ body: [UInt8], _ trial: Trial) async throws -> FinishedProcess {
    let reply = RawReply(headers: ["Content-Encoding: gzip", "Content-Length: \(body.count)"], body: body)
    let server = try RawServer.answering(reply)
    defer { server.stop() }
    return try await HostileTarget(server.url).send(trial)
  }
}
