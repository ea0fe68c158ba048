import ParleyEngine
import TerminalKit
import WorkbenchServices

// The events of a stream.
extension BodyOutlines {
  /// Looks at what has arrived since the last time.
  mutating func extendStream(_ format: StreamFormat) throws {
    var outline = stream ?? StreamOutline(source, format)
    let (before, isLive) = (outline.count, !source.isComplete)
    try outline.extend(limit: Self.step)
    if isLive { arrivals.note(from: before, to: outline.count) }
    stream = outline
  }

  mutating func fillEvents(_ page: inout BodyPage, _ query: BodyPage.Query, _ renderer: BodyRenderer) throws {
    guard let stream else { return }
    page.total = stream.count
    page.events = stream.count
    page.isUpToDate = stream.isComplete || stream.consumed >= source.count
    let range = query.range(of: stream.count)
    page.offset = range.lowerBound
    page.lines = try events(in: range, limit: StreamEvent.longestShown).map { renderer.line($0, $0.value) }
  }

  func events(in range: Range<Int>, limit: Int) throws -> [StreamEvent] {
    guard let stream else { return [] }
    let range = range.clamped(to: 0..<stream.count)
    return try zip(range, stream.ranges(of: range)).map { number, bytes in
      StreamEvent(
        try source.read(bytes.prefix(limit)), stream.format, number: number, isTruncated: bytes.count > limit,
        arrival: arrivals[number])
    }
  }

  /// Those of these numbers, in order.
  func events(_ numbers: [Int], limit: Int) throws -> [StreamEvent] {
    try numbers.flatMap { try events(in: $0..<$0 + 1, limit: limit) }
  }

  func pickEvent(_ number: Int, hiding secrets: Secrets) throws -> PickedValue? {
    guard let event = try events(in: number..<number + 1, limit: Self.copyLimit).first else { return nil }
    let text = event.isTruncated ? nil : event.text
    var picked = PickedValue(line: number, text: text.map { secrets.maskingForeign($0) })
    picked.isMasked = picked.text != text
    picked.isScalar = event.value.string != nil
    picked.raw = text
    picked.event = number
    return picked
  }
}

extension BodyPage.Query {
  /// The lines that are wanted of so many: where the end is followed, the last ones.
  package func range(of total: Int) -> Range<Int> {
    if followsEnd { return max(0, total - lines.count)..<total }
    let first = max(0, min(lines.lowerBound, total))
    return first..<max(first, min(lines.upperBound, total))
  }
}
