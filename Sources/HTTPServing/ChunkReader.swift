import ParleyEngine

/// Reads a body that comes in chunks (RFC 9112, 7.1). Trailers are read and dropped.
struct ChunkReader {
  private enum Place { case size, data(Int), dataEnd, trailers }

  private var place = Place.size
  private var overhead = 0
  private let limits: ServingLimits

  init(_ limits: ServingLimits) { self.limits = limits }

  /// Reads as much as there is.
  /// - Returns: whether the body is complete.
  mutating func read(
    from received: inout ReceivedBytes, into body: inout IncomingBody
  ) throws(ServingMistake) -> Bool {
    while true {
      switch place {
      case .size:
        guard let line = try line(from: &received, besides: body.count) else { return false }
        let size = try Self.size(in: line)
        try body.makeRoom(for: size)
        place = size == 0 ? .trailers : .data(size)
      case .data(let rest):
        let taken = received.take(rest)
        guard !taken.isEmpty else { return false }
        body.add(taken)
        place = taken.count == rest ? .dataEnd : .data(rest - taken.count)
      case .dataEnd:
        guard let line = try line(from: &received, besides: body.count) else { return false }
        guard line.isEmpty else { throw .malformed("A chunk is longer than it says.") }
        place = .size
      case .trailers:
        guard let line = try line(from: &received, besides: body.count) else { return false }
        if line.isEmpty { return true }
      }
    }
  }

  /// Lines between the data may not be of any length either, nor of any number.
  private mutating func line(
    from received: inout ReceivedBytes, besides count: Int
  ) throws(ServingMistake) -> ArraySlice<UInt8>? {
    guard let line = received.takeLine() else {
      guard received.count <= limits.head else { throw .malformed("A line between chunks is too long.") }
      return nil
    }
    overhead += line.count
    guard overhead <= limits.head + count else { throw .malformed("There is more between chunks than in them.") }
    return line
  }

  private static func size(in line: ArraySlice<UInt8>) throws(ServingMistake) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") }.trimmingBlanks
    let text = String(decoding: digits, as: UTF8.self)
    guard (1...15).contains(text.utf8.count), text.allSatisfy(\.isHexDigit), let size = Int(text, radix: 16) else {
      throw .malformed("A chunk does not say its size.")
    }
    return size
  }
}
