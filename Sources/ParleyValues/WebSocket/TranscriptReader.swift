/// Reads the entries of a transcript while it grows, each once.
///
/// ```swift
/// var reader = TranscriptReader(of: body)
/// call.onChange { _ in show(reader.next()) }
/// ```
package struct TranscriptReader: Sendable {
  private static let window = 1 << 18

  private let body: any ByteSource
  private var offset = 0
  /// Of a line that has not been read whole yet.
  private var rest: [UInt8] = []

  package init(of body: any ByteSource) {
    self.body = body
  }

  /// Entries that have come since the last time, in order; none when nothing is new.
  package mutating func next() -> [WebSocketEntry] {
    var entries: [WebSocketEntry] = []
    while entries.isEmpty, let bytes = try? body.read(at: offset, count: Self.window), !bytes.isEmpty {
      offset += bytes.count
      rest += bytes
      guard let end = rest.lastIndex(of: .lineFeed) else { continue }
      entries = rest[..<end].split(separator: .lineFeed).compactMap(WebSocketEntry.init(line:))
      rest.removeFirst(end + 1)
    }
    return entries
  }
}
