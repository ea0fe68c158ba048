/// Takes a multipart body apart while it comes (RFC 2046, 5.1): bytes in, events out, no input or output of its own.
///
/// It holds back no more than one delimiter's length of data, and at most ``headLimit`` of a part's headers.
struct MultipartReader {
  enum Event: Equatable {
    /// A part with its headers, their names in lower case.
    case begin([String: String])
    case data(ArraySlice<UInt8>)
    case end
  }

  static let headLimit = 16 << 10

  private enum State { case preamble, head, data, epilogue, broken }

  private let delimiter: [UInt8]
  private var state = State.preamble
  /// Begins as a line break does, so that a delimiter at the very start is found like every other.
  private var buffer: [UInt8] = Array("\r\n".utf8)

  init(boundary: String) {
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  /// Whether the closing delimiter has come.
  var isComplete: Bool { state == .epilogue }

  mutating func read(_ piece: some Sequence<UInt8>) -> [Event] {
    buffer.append(contentsOf: piece)
    var events: [Event] = []
    while let event = step(&events) { state = event }
    return events
  }

  /// The next state, or nil when more bytes are wanted.
  private mutating func step(_ events: inout [Event]) -> State? {
    switch state {
    case .preamble, .data: readUpToDelimiter(&events)
    case .head: readHead(&events)
    case .epilogue, .broken: discard()
    }
  }

  private mutating func readUpToDelimiter(_ events: inout [Event]) -> State? {
    guard let start = buffer.firstIndex(of: delimiter) else {
      release(buffer.count - delimiter.count + 1, to: &events)
      return nil
    }
    // Behind the delimiter come either the two dashes of the last one or a line break.
    guard buffer.count >= start + delimiter.count + 2 else {
      release(start, to: &events)
      return nil
    }
    release(start, to: &events)
    if state == .data { events.append(.end) }
    let mark = buffer[delimiter.count..<delimiter.count + 2]
    buffer.removeFirst(delimiter.count)
    return mark == [UInt8(ascii: "-"), UInt8(ascii: "-")][...] ? .epilogue : .head
  }

  /// Hands on the first `count` bytes: of a part they are data, before the first part nothing.
  private mutating func release(_ count: Int, to events: inout [Event]) {
    guard count > 0 else { return }
    if state == .data { events.append(.data(buffer[..<count])) }
    buffer.removeFirst(count)
  }

  private mutating func readHead(_ events: inout [Event]) -> State? {
    guard let end = buffer.firstIndex(of: Array("\r\n\r\n".utf8)) else {
      return buffer.count > MultipartReader.headLimit ? .broken : nil
    }
    events.append(.begin(MultipartReader.headers(in: buffer[..<end])))
    buffer.removeFirst(end + 4)
    return .data
  }

  private mutating func discard() -> State? {
    buffer.removeAll(keepingCapacity: true)
    return nil
  }

  private static func headers(in head: ArraySlice<UInt8>) -> [String: String] {
    var headers: [String: String] = [:]
    for line in String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let sides = line.split(separator: ":", maxSplits: 1)
      guard sides.count == 2 else { continue }
      headers[sides[0].trimming(" ").lowercased()] = String(sides[1].trimming(" "))
    }
    return headers
  }
}

extension [UInt8] {
  /// The index of the first occurrence of `pattern`; nil if there is none.
  fileprivate func firstIndex(of pattern: [UInt8]) -> Int? {
    guard let first = pattern.first, count >= pattern.count else { return nil }
    return (0...count - pattern.count).first {
      self[$0] == first && self[$0..<$0 + pattern.count].elementsEqual(pattern)
    }
  }
}
