/// A piece of a byte source held in memory, moved along as it is read.
struct ByteWindow {
  private static let size = 16 * 1024

  /// Nothing from here on is read.
  let end: Int
  private let source: any ByteSource
  private var base = 0
  private var bytes: [UInt8] = []

  init(_ source: any ByteSource, end: Int) {
    (self.source, self.end) = (source, end)
  }

  /// The byte at `offset`; nil at the end.
  @inline(__always)
  mutating func byte(at offset: Int) throws -> UInt8? {
    if offset &- base >= bytes.count || offset < base {
      guard try load(offset) else { return nil }
    }
    return bytes[offset &- base]
  }

  /// The next quote or backslash.
  mutating func nextMark(from offset: Int) throws -> (byte: UInt8, offset: Int)? {
    var offset = offset
    while let _ = try byte(at: offset) {
      let index = JSONBytes.endOfText(bytes.span, from: offset - base)
      if index < bytes.count { return (bytes[index], base + index) }
      offset = base + bytes.count
    }
    return nil
  }

  /// The bytes of `range`, from the window if it holds them.
  func read(_ range: Range<Int>) throws -> [UInt8] {
    let here = base..<base + bytes.count
    guard here.lowerBound <= range.lowerBound, range.upperBound <= here.upperBound else {
      return try source.read(range.clamped(to: 0..<end))
    }
    return Array(bytes[range.lowerBound - base..<range.upperBound - base])
  }

  private mutating func load(_ offset: Int) throws -> Bool {
    guard offset >= 0, offset < end else { return false }
    bytes = try source.read(at: offset, count: min(Self.size, end - offset))
    base = offset
    return !bytes.isEmpty
  }
}
