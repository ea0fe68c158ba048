/// The wishes of a stream of server-sent events for its next connection: the id of its last event, and how long to wait
/// (https://html.spec.whatwg.org/#event-stream-interpretation). Reads pieces as they come, and holds one line at most.
struct EventStreamEnd: Sendable {
  /// Of the last event that is whole; empty for none.
  private(set) var lastID = ""
  private(set) var wait = Duration.seconds(3)
  /// Whether what came ends with a whole event.
  private(set) var isBetweenEvents = true

  private var line: [UInt8] = []
  private var pendingID = ""
  private var followsReturn = false
  private var isAtBeginning = true
  private var isFirstConnection = true

  /// A longer line can be neither of both fields.
  private static let longestLine = 8 << 10
  /// The longest wait that is believed.
  private static let longestWait = 24 * 60 * 60 * 1_000

  /// Whether nothing has come yet of a connection that is not the first.
  var isAtBeginningOfConnection: Bool { !isFirstConnection && isAtBeginning && line.isEmpty }

  mutating func take(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      switch byte {
      case .lineFeed where followsReturn: followsReturn = false
      case .lineFeed, .carriageReturn:
        followsReturn = byte == .carriageReturn
        endLine()
      default:
        followsReturn = false
        if line.count < Self.longestLine { line.append(byte) }
        isBetweenEvents = false
      }
    }
  }

  /// A connection that follows begins an event of its own.
  mutating func begin() {
    (line, followsReturn, isAtBeginning, isBetweenEvents, pendingID) = ([], false, true, true, lastID)
    isFirstConnection = false
  }

  private mutating func endLine() {
    if isAtBeginning, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    isAtBeginning = false
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else {
      (lastID, isBetweenEvents) = (pendingID, true)
      return
    }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.count
    var value = line[min(colon + 1, line.count)...]
    if value.first == .space { value = value.dropFirst() }
    let text = String(decoding: value, as: UTF8.self)
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "id": if !value.contains(0) { pendingID = text }
    case "retry":
      guard !value.isEmpty, value.allSatisfy(\.isASCIIDigit) else { return }
      wait = .milliseconds(min(Int(text) ?? Self.longestWait, Self.longestWait))
    default: break
    }
  }
}
