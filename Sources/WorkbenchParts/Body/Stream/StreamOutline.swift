import ParleyEngine
import WorkbenchServices

/// The positions of a body's events, while it arrives and afterwards. Checkpoints are held, no events: memory stays
/// flat however long a stream goes on.
///
///     data: {"n": 1}␤␤data: {"n": 2}␤␤
///     └── event 0 ──┘ └── event 1 ──┘
struct StreamOutline: Sendable {
  private static let spacing = 16 << 10
  private static let piece = 256 << 10

  private struct Checkpoint {
    let offset: Int
    let event: Int
  }

  let source: any ByteSource
  let format: StreamFormat
  /// How many events are whole.
  private(set) var count = 0
  private(set) var isComplete = false
  private var scanner: StreamScanner
  private var checkpoints = [Checkpoint(offset: 0, event: 0)]
  /// The unfinished event at the end of the stream, once it is over.
  private var rest: Range<Int>?

  init(_ source: any ByteSource, _ format: StreamFormat) {
    (self.source, self.format) = (source, format)
    scanner = StreamScanner(format)
  }

  /// How many bytes were looked at.
  var consumed: Int { scanner.offset }

  /// Looks at what has arrived since, at most so many bytes. Returns whether there was anything.
  @discardableResult
  mutating func extend(limit: Int) throws -> Bool {
    let (isWhole, start) = (source.isComplete, consumed)
    let end = min(source.count, consumed + limit)
    while consumed < end {
      let bytes = try source.read(at: consumed, count: min(Self.piece, end - consumed))
      if bytes.isEmpty { break }
      scan(bytes)
    }
    if isWhole, consumed >= source.count, !isComplete {
      isComplete = true
      rest = scanner.rest()
      if rest != nil { count += 1 }
    }
    return consumed > start
  }

  private mutating func scan(_ bytes: [UInt8]) {
    var (count, checkpoints) = (count, checkpoints)
    scanner.scan(bytes) { _, next in
      count += 1
      if next - checkpoints[checkpoints.count - 1].offset >= Self.spacing {
        checkpoints.append(Checkpoint(offset: next, event: count))
      }
    }
    (self.count, self.checkpoints) = (count, checkpoints)
  }

  /// The bytes of the events of a range, as far as there are such.
  func ranges(of range: Range<Int>) throws -> [Range<Int>] {
    let range = range.clamped(to: 0..<count)
    var ranges: [Range<Int>] = []
    var place = last { $0.event <= range.lowerBound }
    while ranges.count < range.count, place < checkpoints.count {
      let first = checkpoints[place].event
      for (index, event) in try events(from: place).enumerated() where range.contains(first + index) {
        ranges.append(event)
      }
      place += 1
    }
    return ranges
  }

  /// Those between a checkpoint and the next one.
  private func events(from place: Int) throws -> [Range<Int>] {
    let isLast = place + 1 == checkpoints.count
    let end = isLast ? consumed : checkpoints[place + 1].offset
    var scanner = StreamScanner(format, at: checkpoints[place].offset)
    var events: [Range<Int>] = []
    scanner.scan(try source.read(checkpoints[place].offset..<end)) { event, _ in events.append(event) }
    if isLast, let rest { events.append(rest) }
    return events
  }

  /// The event that a byte belongs to.
  func event(ofByte offset: Int) throws -> Int {
    let place = last { $0.offset <= offset }
    let before = try events(from: place).prefix { $0.upperBound <= offset }.count
    return max(0, min(checkpoints[place].event + before, count - 1))
  }

  private func last(where isBefore: (Checkpoint) -> Bool) -> Int {
    var (low, high) = (0, checkpoints.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(checkpoints[middle]) { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}
