import TestSupport

/// Bytes that come otherwise than they should.
struct Breakage: Sendable {
  enum End: Sendable, CaseIterable { case close, reset, hold }

  /// What is sent, in these pieces.
  var pieces: [[UInt8]]
  var end = End.close
  /// Nothing was changed in what was sent, but for what is missing at its end.
  var isOnlyCut = false
  var text: String

  /// Sends it, and ends as it should; one that holds goes on until the client has had enough.
  func send(on connection: RawConnection) throws {
    for piece in pieces { try connection.send(piece) }
    switch end {
    case .close:
      connection.finishSending()
      connection.waitForClose()
    case .reset: connection.reset()
    case .hold: connection.waitForClose()
    }
  }

  var count: Int { pieces.reduce(0) { $0 + $1.count } }
}

extension Breakage {
  /// One way to break these bytes.
  static func random(of bytes: [UInt8], _ trial: Trial) -> Breakage {
    let place = trial.int(0..<bytes.count)
    switch trial.int(0..<7) {
    case 0, 1, 2: return cut(bytes, at: place, trial)
    case 3: return changed(bytes, at: place, by: 1 << trial.int(0..<8))
    case 4: return inserted(trial.bytes(1 + trial.size(upTo: 4000)), into: bytes, at: place)
    case 5: return doubled(bytes, place..<trial.int(place..<bytes.count) + 1)
    default: return crumbled(bytes, trial)
    }
  }

  private static func cut(_ bytes: [UInt8], at place: Int, _ trial: Trial) -> Breakage {
    let end = trial.pick(trial.once(in: 8) ? End.allCases : [.close, .reset])
    return Breakage(
      pieces: [Array(bytes[..<place])], end: end, isOnlyCut: true, text: "cut at \(place) of \(bytes.count), \(end)")
  }

  private static func changed(_ bytes: [UInt8], at place: Int, by bit: UInt8) -> Breakage {
    var bytes = bytes
    bytes[place] ^= bit
    return Breakage(pieces: [bytes], text: "byte \(place) changed by \(bit)")
  }

  private static func inserted(_ more: [UInt8], into bytes: [UInt8], at place: Int) -> Breakage {
    Breakage(
      pieces: [Array(bytes[..<place]) + more + bytes[place...]], text: "\(more.count) bytes inserted at \(place)")
  }

  private static func doubled(_ bytes: [UInt8], _ range: Range<Int>) -> Breakage {
    Breakage(pieces: [Array(bytes[..<range.upperBound]) + bytes[range.lowerBound...]], text: "\(range) twice")
  }

  /// All of it, in small pieces.
  private static func crumbled(_ bytes: [UInt8], _ trial: Trial) -> Breakage {
    var (pieces, place) = ([[UInt8]](), 0)
    while place < bytes.count {
      let end = min(bytes.count, place + 1 + trial.size(upTo: 64))
      pieces.append(Array(bytes[place..<end]))
      place = end
    }
    return Breakage(pieces: pieces, isOnlyCut: true, text: "in \(pieces.count) pieces")
  }
}
