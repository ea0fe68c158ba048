internal import ParleyEngine
internal import ParleyText

/// The time axis of a report, as a picture: a lane for each step, and in it a bar for each attempt, with what its time went to.
struct RunReportAxis {
  private static let labels = 220
  private static let labelColumns = 30
  private static let width = 960
  private static let lane = 22
  private static let head = 26
  /// More lanes are no picture any more.
  private static let mostLanes = 400

  private let records: [NodeRecord]
  private let leftOut: Int
  private let start: Timestamp
  private let length: Int64

  init(_ records: [NodeRecord]) {
    let shown = records.filter { ($0.kind == .request || $0.kind == .job) && !$0.attempts.isEmpty }
    // Questions that a person answered before are no time of the run.
    let start = shown.compactMap { $0.attempts.first?.startedAt }.min() ?? Timestamp(microseconds: 0)
    let end = shown.compactMap { $0.attempts.last?.endedAt ?? $0.endedAt }.max() ?? start
    self.records = Array(shown.prefix(Self.mostLanes))
    leftOut = shown.count - self.records.count
    self.start = start
    length = max(1, start.duration(to: end).inMicroseconds)
  }

  /// Empty where no step ran.
  var svg: String {
    guard !records.isEmpty else { return "" }
    let height = Self.head + records.count * Self.lane + 6
    let lanes = records.enumerated().map { lane($1, at: Self.head + $0 * Self.lane) }.joined()
    return """
      <figure><svg viewBox="0 0 \(Self.width) \(height)" role="img" aria-label="The time axis of the run">
      \(grid(height))\(lanes)</svg>\(caption)</figure>

      """
  }

  /// The legend of the shades, with the number of steps that are not drawn.
  private var caption: String {
    let hasPhases = records.contains { $0.attemptRows.contains { $0.phases != nil } }
    let shades = hasPhases ? AttemptPhases.Phase.allCases : []
    let legend = shades.map { "<span><i class=\"\($0.style)\"></i>\($0.word)</span>" }.joined()
    let rest = leftOut > 0 ? "<span>\(leftOut.counted("more step")) not drawn</span>" : ""
    return legend + rest == "" ? "" : "<figcaption>\(legend)\(rest)</figcaption>"
  }

  private func lane(_ record: NodeRecord, at top: Int) -> String {
    let bars = record.timePieces(until: record.endedAt ?? record.startedAt).map { bar($0, of: record, at: top) }
      .joined()
    let indent = 10 * (record.path.parts.count - 1)
    let path = HTMLText.escaped("\(record.path)")
    let name = HTMLText.escaped(Self.short(record.name, columns: Self.labelColumns - indent / 7 - path.count))
    return """
      <text x="\(indent)" y="\(top + 15)" class="label"><tspan class="tick">\(path)</tspan> <tspan dx="4">\(name)</tspan></text>\
      \(bars)

      """
  }

  private func bar(_ piece: TimePiece, of record: NodeRecord, at top: Int) -> String {
    let (start, end) = (piece.span.lowerBound, piece.span.upperBound)
    let (state, phases) = piece.sent
    let pieces = (phases?.spans ?? []).map { phase, span in
      rectangle(start.advanced(by: span.lowerBound), start.advanced(by: span.upperBound), top, phase.style)
    }
    let style = piece.kind == .retryWait ? "wait" : piece.kind == .pause ? "pause" : "whole"
    let whole = pieces.isEmpty ? rectangle(start, end, top, style) : pieces.joined()
    return "<g class=\"bar \(state)\"><title>\(words(for: piece, phases, of: record))</title>\(whole)</g>"
  }

  /// Thin ones can still be seen.
  private func rectangle(_ start: Timestamp, _ end: Timestamp, _ top: Int, _ style: String) -> String {
    let (left, right) = (x(start), x(end))
    let width = max(style == "whole" || style == "transfer" ? 2 : 0, right - left)
    return
      "<rect x=\"\(Self.number(left))\" y=\"\(top + 4)\" width=\"\(Self.number(width))\" height=\"14\" class=\"\(style)\"/>"
  }

  /// Shown while the pointer rests on a bar.
  private func words(for piece: TimePiece, _ phases: AttemptPhases?, of record: NodeRecord) -> String {
    let phases = (phases?.spans ?? []).map { phase, span in
      "\(phase.word) \((span.upperBound - span.lowerBound).short)"
    }
    let time = piece.span.lowerBound.duration(to: piece.span.upperBound).short
    let what = piece.kind == .retryWait ? "waits for its next attempt, " : piece.kind == .pause ? "pause, " : ""
    let whole = "\(record.path) \(record.name): \(what)\(time)"
    return HTMLText.escaped(([whole] + phases).joined(separator: "\n"))
  }

  private func grid(_ height: Int) -> String {
    (0...4).map { part in
      let place = Self.labels + (Self.width - Self.labels) * part / 4
      let time = (Duration.microseconds(length) / 4 * part).short
      let anchor = part == 4 ? "end" : part == 0 ? "start" : "middle"
      return """
        <line x1="\(place)" y1="\(Self.head - 4)" x2="\(place)" y2="\(height)" class="grid"/>\
        <text x="\(place)" y="14" text-anchor="\(anchor)" class="tick">\(HTMLText.escaped(time))</text>
        """
    }.joined()
  }

  private func x(_ time: Timestamp) -> Double {
    let passed = min(length, max(0, start.duration(to: time).inMicroseconds))
    return Double(Self.labels) + Double(passed) / Double(length) * Double(Self.width - Self.labels)
  }

  /// With a digit behind the point.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static func short(_ text: String, columns: Int) -> String {
    text.count > columns ? text.prefix(max(1, columns - 1)) + "…" : text
  }
}

extension TimePiece {
  /// The state and the phases of what was in flight.
  fileprivate var sent: (state: String, phases: AttemptPhases?) {
    if case .send(let state, let phases) = kind { (state.rawValue, phases) } else { ("waiting", nil) }
  }
}

extension AttemptPhases.Phase {
  /// The class of its rectangles.
  fileprivate var style: String {
    switch self {
    case .queued: "queued"
    case .connect: "connect"
    case .waiting: "waiting"
    case .transfer: "transfer"
    }
  }
}
