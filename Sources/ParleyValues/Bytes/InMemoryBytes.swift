/// A byte source that is complete from the start.
///
///     let source = InMemoryBytes(#"{"id": 7}"#)
///     try source.read(at: 1, count: 4)  // "id"
public struct InMemoryBytes: ByteSource, Hashable {
  private let bytes: [UInt8]

  /// These bytes, complete.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The text as UTF-8.
  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  public var count: Int { bytes.count }
  public var isComplete: Bool { true }

  public func read(at offset: Int, count: Int) throws -> [UInt8] {
    guard offset >= 0, count > 0, offset < bytes.count else { return [] }
    // All of it is there already.
    if offset == 0, count >= bytes.count { return bytes }
    return Array(bytes[offset..<offset + min(count, bytes.count - offset)])
  }
}
