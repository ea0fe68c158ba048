import ParleyEngine
import TerminalKit

/// What a step is, in a line: the lines of the tree, its kind, its name.
struct StepLabel {
  private let row: StepRow
  private let outline: StepOutline?
  private let record: NodeRecord?
  private let isFolded: Bool

  init(_ row: StepRow, _ outline: StepOutline?, _ record: NodeRecord?, isFolded: Bool) {
    self.row = row
    self.outline = outline
    self.record = record
    self.isFolded = isFolded
  }

  var text: StyledText {
    var text: StyledText = [Span(row.branch, .border)]
    if row.hasInner, isFolded { text.append("▸ ", .muted) }
    text.append(sign, signStyle)
    text.append(words, outline?.isDisabled == true ? .muted : .text)
    if let element { text.append(" \(element)", Style(.accent)) }
    return text
  }

  private var kind: NodeRecord.Kind { record?.kind ?? outline?.kind ?? .job }

  private var sign: String {
    switch kind {
    case .request: MethodStyle.label(outline?.method ?? "") + " "
    case .job: "ƒ "
    case .serial: "⇶ "
    case .concurrent: "∥ "
    }
  }

  private var signStyle: Style {
    kind == .request ? MethodStyle.style(outline?.method ?? "") : Style(kind == .job ? .accent : .muted)
  }

  /// A request by its path among the files, with its name where that is another.
  private var words: String {
    let name = record?.name ?? outline?.name ?? ""
    guard let request = outline?.request.map({ RequestID(rawValue: $0) }) else { return name }
    return request.name == name ? request.rawValue : "\(request.rawValue) as \(name)"
  }

  /// Which element of the list it runs for.
  private var element: String? {
    guard case .element(let index)? = row.path.parts.last else { return nil }
    return "[\(index)]"
  }
}

/// What became of a step, in a word, a time, and a reason where there is one.
struct StepVerdict {
  private(set) var state: StyledText = ""
  private(set) var time = ""
  private(set) var reason = ""

  init(_ record: NodeRecord?, _ outline: StepOutline?, in run: ShownRun?, isWaiting: Bool) {
    guard let run else {
      reason = outline?.notes.joined(separator: ", ") ?? ""
      return
    }
    guard let record else {
      state = StyledText(run.isUnderWay ? "" : "never", .muted)
      return
    }
    state = isWaiting ? [Span("▮▮", .warning, .bold)] : Self.state(of: record, isOver: !run.isUnderWay)
    time = record.state == .skipped || record.state == .neverRan ? "" : Self.time(of: record)
    reason = Self.reason(of: record, outline, isReplay: run.summary.origin != nil)
  }

  private static func state(of record: NodeRecord, isOver: Bool) -> StyledText {
    switch record.state {
    case .waiting where isOver, .running where isOver: [Span("broken", .warning)]
    case .waiting: [Span("waits", .muted)]
    case .running: [Span("▶", .info, .bold)]
    case .succeeded:
      record.status.map { [Span("\($0)", StatusStyle.style($0, isMissed: false))] } ?? [Span("ok", .success)]
    case .failed: [Span(record.status.map { "✗ \($0)" } ?? "✗", .failure, .bold)]
    case .skipped: [Span("skip", .muted)]
    case .cancelled: [Span("cancel", .warning)]
    case .neverRan: [Span("never", .muted)]
    }
  }

  /// From the first attempt to the end of the last: what was waited at a gate does not count.
  private static func time(of record: NodeRecord) -> String {
    guard let first = record.attempts.first?.startedAt, let end = record.attempts.last?.endedAt else { return "" }
    return first.duration(to: end).short
  }

  private static func reason(of record: NodeRecord, _ outline: StepOutline?, isReplay: Bool) -> String {
    var words: [String] = []
    if record.state == .skipped {
      words.append(whySkipped(record, outline))
    } else if record.attempts.isEmpty, record.interventions.contains(.skipped) {
      words.append(isReplay ? "as recorded" : "given by hand")
    }
    if record.interventions.contains(.inputReplaced) { words.append("✎ input") }
    if record.interventions.contains(.requestReplaced) { words.append("✎ request") }
    if record.attempts.count > 1 { words.append("×\(record.attempts.count)") }
    words += record.made.sharedTransfers.map(\.summary)
    if let error = record.error, record.state == .failed { words.append(error.summary) }
    words += record.made.warnings.map { "⚠ \($0)" }
    return words.joined(separator: "  ")
  }

  private static func whySkipped(_ record: NodeRecord, _ outline: StepOutline?) -> String {
    if let error = record.error { return error.summary }
    if outline?.isDisabled == true { return "disabled" }
    return outline?.notes.first { $0.hasPrefix("when") } ?? "by hand"
  }
}

extension Debugger.Reason {
  /// Why a step waits.
  var words: String {
    switch self {
    case .breakpoint(.shared(let key)): "\(key) was written"
    case .breakpoint: "breakpoint"
    case .paused: "on request"
    case .step: "step"
    }
  }
}
