import CCurl

/// Gathers what libcurl tells of the bytes on the wire into one entry a head and one a body.
struct WireRecorder {
  /// Room for a whole head, which comes line by line.
  private static let usualHead = 512
  /// Of a request that is answered at once: two heads and two bodies.
  private static let usualEntries = 4

  /// Whether only the beginnings of bodies are kept, and notes left out.
  let isOfHeads: Bool
  private(set) var log = WireLog()
  private var sentBody: Int?
  private var receivedBody: Int?

  init(ofHeads isOfHeads: Bool = false) {
    self.isOfHeads = isOfHeads
    log.entries.reserveCapacity(Self.usualEntries)
  }

  mutating func beginHop() {
    (sentBody, receivedBody) = (nil, nil)
  }

  /// Whether bytes of this kind are kept: half of what libcurl tells is notes.
  func records(_ kind: curl_infotype) -> Bool { kind != CURLINFO_TEXT || !isOfHeads }

  mutating func record(_ kind: curl_infotype, _ bytes: UnsafeRawBufferPointer, at time: Duration) {
    switch kind {
    case CURLINFO_TEXT:
      if let note = WireNote.bytes(of: bytes.trimmed) { append(.note, note, at: time) }
    case CURLINFO_HEADER_OUT: append(.sentHead, bytes, at: time)
    case CURLINFO_HEADER_IN: appendHeadLine(bytes, at: time)
    case CURLINFO_DATA_OUT: sentBody = extend(sentBody, .sentBody, by: bytes, at: time)
    case CURLINFO_DATA_IN: receivedBody = extend(receivedBody, .receivedBody, by: bytes, at: time)
    default: break
    }
  }

  /// A received head comes by lines; its status line begins it.
  private mutating func appendHeadLine(_ line: UnsafeRawBufferPointer, at time: Duration) {
    guard let last = log.entries.indices.last, log.entries[last].direction == .receivedHead,
      line.first != UInt8(ascii: "H") || !line.starts(with: "HTTP/".utf8)
    else { return beginHead(with: line, at: time) }
    log.entries[last].bytes += line
    log.entries[last].count += line.count
  }

  private mutating func beginHead(with line: UnsafeRawBufferPointer, at time: Duration) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.usualHead)
    bytes.append(contentsOf: line)
    log.entries.append(WireLog.Entry(.receivedHead, at: time, bytes: bytes, count: line.count))
  }

  private mutating func append(
    _ direction: WireLog.Direction, _ bytes: some Collection<UInt8>, at time: Duration
  ) {
    log.entries.append(WireLog.Entry(direction, at: time, bytes: Array(bytes), count: bytes.count))
  }

  /// - Returns: the entry that holds the body.
  private mutating func extend(
    _ entry: Int?, _ direction: WireLog.Direction, by bytes: UnsafeRawBufferPointer, at time: Duration
  ) -> Int {
    guard let entry else {
      append(direction, [], at: time)
      return extend(log.entries.count - 1, direction, by: bytes, at: time)
    }
    let room = WireLog.limit(ofHeads: isOfHeads) - log.entries[entry].bytes.count
    log.entries[entry].bytes += bytes.prefix(max(0, room))
    log.entries[entry].count += bytes.count
    return entry
  }
}

extension UnsafeRawBufferPointer {
  /// Without the line's end.
  fileprivate var trimmed: Slice<UnsafeRawBufferPointer> {
    last == UInt8(ascii: "\n") ? dropLast() : self[...]
  }
}
