/// Bytes that may still be arriving, read by windows: a body in memory, or a file that grows while it is received.
///
/// Offsets count bytes from 0. What has once been read at an offset never changes; a source only grows at its end.
///
/// ```swift
/// let head = try response.body.read(at: 0, count: 512)
/// ```
public protocol ByteSource: Sendable {
  /// How many bytes can be read now.
  var count: Int { get }

  /// Whether `count` is final. A reader that wants both asks this first: what is counted after a `true` is everything.
  var isComplete: Bool { get }

  /// The bytes from `offset` on, at most `count` of them.
  ///
  /// Fewer are returned only where the bytes that have arrived end; none at or behind that end.
  /// Never waits for more.
  func read(at offset: Int, count: Int) throws -> [UInt8]
}

extension ByteSource {
  /// The bytes of `range`, as far as they have arrived.
  public func read(_ range: Range<Int>) throws -> [UInt8] {
    try read(at: range.lowerBound, count: range.count)
  }
}
