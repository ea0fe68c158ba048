/// Bytes that came and are not read yet.
struct ReceivedBytes {
  private var bytes: [UInt8] = []
  private var start = 0
  /// Up to here there is no line end.
  private var searched = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  /// Whether they begin as a record of a TLS handshake does (RFC 8446, section 5.1), in which there need not be a line end.
  var beginTLS: Bool { bytes[start...].starts(with: [0x16, 0x03]) }

  mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

  /// The next line, without its end; nil until all of it is there.
  mutating func takeLine() -> ArraySlice<UInt8>? {
    guard let end = bytes[max(start, searched)...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    var line = bytes[start..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    advance(to: end + 1)
    return line
  }

  /// At most so many.
  mutating func take(_ limit: Int) -> ArraySlice<UInt8> {
    let end = start + min(limit, count)
    let taken = bytes[start..<end]
    advance(to: end)
    return taken
  }

  private mutating func advance(to place: Int) {
    start = place
    guard start == bytes.count || start > 1 << 16 else { return }
    // What was taken is a slice of the old storage and stays as it is.
    bytes = Array(bytes[start...])
    (start, searched) = (0, 0)
  }
}
