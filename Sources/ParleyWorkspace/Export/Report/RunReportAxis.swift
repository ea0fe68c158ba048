internal import ParleyEngine
internal import ParleyText

/// The time axis of a report, as a picture: a lane for each step, and a bar for each of its attempts.
struct RunReportAxis {
  private static let labels = 220
  private static let width = 960
  private static let lane = 22
  private static let head = 26
  /// More lanes are no picture any more.
  private static let mostLanes = 400

  private let records: [NodeRecord]
  private let start: Timestamp
  private let length: Int64

  init(_ records: [NodeRecord]) {
    let shown = records.filter { ($0.kind == .request || $0.kind == .job) && !$0.attempts.isEmpty }
    let start = shown.map(\.startedAt).min() ?? Timestamp(microseconds: 0)
    let end = shown.compactMap { $0.attempts.last?.endedAt ?? $0.endedAt }.max() ?? start
    self.records = Array(shown.prefix(Self.mostLanes))
    self.start = start
    length = max(1, end.microseconds - start.microseconds)
  }

  /// Empty where no step ran.
  var svg: String {
    guard !records.isEmpty else { return "" }
    let height = Self.head + records.count * Self.lane + 6
    let lanes = records.enumerated().map { lane($1, at: Self.head + $0 * Self.lane) }.joined()
    return """
      <figure><svg viewBox="0 0 \(Self.width) \(height)" role="img" aria-label="The time axis of the run">
      \(grid(height))\(lanes)</svg></figure>

      """
  }

  private func lane(_ record: NodeRecord, at top: Int) -> String {
    let bars = record.attempts.map { bar($0, of: record, at: top) }.joined()
    let label = HTMLText.escaped(Self.short("\(record.path)  \(record.name)"))
    return "<text x=\"0\" y=\"\(top + 15)\" class=\"label\">\(label)</text>\(bars)\n"
  }

  private func bar(_ attempt: NodeRecord.Attempt, of record: NodeRecord, at top: Int) -> String {
    let end = attempt.endedAt ?? record.endedAt ?? attempt.startedAt
    let (left, right) = (x(attempt.startedAt), x(end))
    let time = HTMLText.escaped("\(record.path) \(record.name): \(attempt.startedAt.duration(to: end).short)")
    return """
      <rect x="\(left)" y="\(top + 4)" width="\(max(2, right - left))" height="14" rx="3" class="bar \(attempt.state.rawValue)">\
      <title>\(time)</title></rect>
      """
  }

  private func grid(_ height: Int) -> String {
    (0...4).map { part in
      let place = Self.labels + (Self.width - Self.labels) * part / 4
      let time = Duration.microseconds(length * Int64(part) / 4).short
      let anchor = part == 4 ? "end" : part == 0 ? "start" : "middle"
      return """
        <line x1="\(place)" y1="\(Self.head - 4)" x2="\(place)" y2="\(height)" class="grid"/>\
        <text x="\(place)" y="14" text-anchor="\(anchor)" class="tick">\(HTMLText.escaped(time))</text>
        """
    }.joined()
  }

  private func x(_ time: Timestamp) -> Int {
    let passed = min(length, max(0, time.microseconds - start.microseconds))
    return Self.labels + Int(Double(passed) / Double(length) * Double(Self.width - Self.labels))
  }

  private static func short(_ text: String) -> String { text.count > 30 ? text.prefix(29) + "…" : text }
}
