package import ParleyEngine
package import WorkbenchServices

/// One event of a stream, read to be shown or filtered.
package struct StreamEvent: Sendable {
  /// Counted from 0.
  package let number: Int
  /// Its fields; nil where each line is an event.
  package let fields: ServerSentEvent?
  /// A message of a WebSocket, or what was said about the connection.
  package let message: WebSocketEntry?
  /// The event's data, exactly as received.
  package let text: String
  /// The same as a value: a string where it is no JSON.
  package let value: JSONValue
  package let isJSON: Bool
  /// Whether there is more of it than was read.
  let isTruncated: Bool
  /// The time of arrival, since the stream began; nil if it was not observed.
  package let arrival: Duration?

  /// The longest data that is shown whole; longer data is cut.
  static let longestShown = 64 << 10
  /// The longest event that is filtered.
  package static let longestFiltered = 1 << 20

  package init(
    _ bytes: [UInt8], _ format: StreamFormat, number: Int, isTruncated: Bool = false, arrival: Duration? = nil
  ) {
    self.number = number
    self.isTruncated = isTruncated
    self.arrival = arrival
    let whole = String(decoding: bytes.first == Self.recordSeparator ? bytes.dropFirst() : bytes[...], as: UTF8.self)
    fields = format == .serverSent ? ServerSentEvent(bytes[...]) : nil
    let carried = fields.map { $0.data ?? "" } ?? whole
    let parsed = carried.isEmpty ? nil : try? JSONValue(parsing: Array(carried.utf8))
    isJSON = parsed != nil
    value = parsed ?? .string(carried)
    message = format == .messages ? WebSocketEntry(value) : nil
    text = message?.text ?? carried
  }

  /// In front of each value of a JSON text sequence (RFC 7464).
  private static let recordSeparator: UInt8 = 0x1E

  /// Whether it only keeps the connection open.
  package var isComment: Bool { fields.map { $0.data == nil } ?? false }
}

/// The arrival times of a stream's events, to a tenth of a second: one mark for all that came at once.
struct ArrivalTimes: Sendable {
  private var marks: [(event: Int, at: Duration)] = []
  private let began = ContinuousClock.now

  /// - Parameter count: how many there are by now.
  mutating func note(from event: Int, to count: Int) {
    if count > event { marks.append((event, began.duration(to: .now))) }
  }

  subscript(event: Int) -> Duration? {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].event <= event { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : marks[low - 1].at
  }
}
