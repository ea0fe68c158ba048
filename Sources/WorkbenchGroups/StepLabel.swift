import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// A step in a line: the lines of the tree, its kind, its name.
struct StepLabel {
  private let row: StepRow
  private let outline: StepOutline?
  private let record: NodeRecord?
  private let list: ListProgress?
  private let isFolded: Bool
  /// The attempt or hop, of a row for one.
  private let attempt: AttemptRow?

  /// - Parameter list: how far it is, where it runs for each element of a list.
  init(
    _ row: StepRow, _ outline: StepOutline?, _ record: NodeRecord?, _ list: ListProgress? = nil,
    attempt: AttemptRow? = nil, isFolded: Bool
  ) {
    self.attempt = attempt
    self.list = list
    self.row = row
    self.outline = outline
    self.record = record
    self.isFolded = isFolded
  }

  /// All of it.
  var text: StyledText { text(words) }

  /// In so many columns: the name gives way to what stands behind it.
  func text(in columns: Int) -> StyledText {
    let excess = text.columns - columns
    guard excess > 0 else { return text }
    return text(words.fitted(to: max(Self.shortestName, CellWidth.columns(of: words) - excess)))
  }

  private static let shortestName = 3

  private func text(_ words: String) -> StyledText {
    var text: StyledText = [Span(row.branch, .border)]
    if attempt != nil { return text + [Span(words, .muted)] }
    if row.hasInner, isFolded { text.append("▸ ", .muted) }
    text.append(sign, signStyle)
    text.append(words, outline?.isDisabled == true ? .muted : .text)
    if let element { text.append(" \(element)", Style(.accent)) }
    for mark in record?.marks ?? [] where mark.isInTree { text.append("  \(mark.words)", mark.style) }
    return list.map { text + Self.progress($0) } ?? text
  }

  /// `3/8`, and how many failed.
  private static func progress(_ list: ListProgress) -> StyledText {
    var text: StyledText = [Span("  \(list.count)", .muted)]
    if list.failed > 0 { text.append(" ✗\(list.failed)", Style(.failure)) }
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

  /// A request, or a group, by its path among the files, with its name where that is another.
  private var words: String {
    if let attempt { return attempt.label }
    let name = record?.name ?? outline?.name ?? ""
    guard let file = outline?.request ?? outline?.group else { return unnumbered(name) }
    return file.lastPathPart == name ? file : "\(file) as \(name)"
  }

  /// A list that nobody gave a name is called by its number, which stands in front of it already.
  private func unnumbered(_ name: String) -> String {
    guard case .node(let index)? = row.path.withoutElements.parts.last else { return name }
    return ["serial", "concurrent"].first { name == "\($0) \(index + 1)" } ?? name
  }

  /// Which element of the list it runs for.
  private var element: String? {
    guard case .element(let index)? = row.path.parts.last else { return nil }
    return "[\(index)]"
  }
}

extension StepMark {
  /// Whether it stands behind the name in the tree; the others stand with the reasons.
  fileprivate var isInTree: Bool {
    switch self {
    case .attempts, .hops, .cached, .mock: true
    case .edited, .sharedTransfer, .tokenRenewed, .overlaps: false
    }
  }

  fileprivate var style: Style { if case .mock = self { Style(.warning) } else { .muted } }
}

extension StepOutline {
  /// The group of another file that it runs.
  var group: String? {
    guard let line = definition?.prefix(while: { !$0.isNewline }), line.hasPrefix("group: ") else { return nil }
    return line.dropFirst("group: ".count).filter { !"\"'".contains($0) }
  }
}

/// The outcome of a step: a word, a time, and a reason if there is one; of a local job, what it gave or checked.
struct StepVerdict {
  private(set) var state: StyledText = ""
  private(set) var time = ""
  private(set) var reason = ""
  private(set) var result = ""

  /// Columns of the sign that there is a result, where there is room for nothing of it: `→ …`.
  static let leastResult = 3

  /// - Parameters:
  ///   - gist: of a local job. A step that passes on its input has no result of its own: its gist stands for that.
  ///   - change: the changes in its file since, in words.
  ///   - moment: the time until which steps in flight are measured.
  init(
    _ record: NodeRecord?, _ outline: StepOutline?, _ gist: StepGist? = nil, in run: ShownRun?, isWaiting: Bool,
    change: String?, at moment: Timestamp
  ) {
    let stand = gist.flatMap { $0.passesOn ? $0.text : nil }
    result = stand ?? ""
    guard let run else {
      reason = outline?.notes.joined(separator: ", ") ?? ""
      return
    }
    guard let record else {
      state = StyledText(run.isUnderWay ? "" : "not run", .muted)
      return
    }
    let list = run.lists[record.path]
    if record.state == .succeeded, record.ranForNothing {
      (state, time) = ([Span("0 of 0", .warning)], "")
      reason = record.whyNothing
      return
    }
    let isWorking = record.state == .waiting && list.map { $0.begin != nil && ($0.isRunning || !run.isPaused) } == true
    let shown = isWorking ? .running : record.state
    let next = run.isUnderWay ? record.nextAttemptAt : nil
    state =
      isWaiting
      ? [Span("▮▮", .warning, .bold), Span(run.edited[record.path] == nil ? "" : " ✎", .mark)]
      : next.map { Self.countdown(moment.duration(to: $0)) }
        ?? Self.state(shown, record.status, isOver: !run.isUnderWay)
    time = record.state == .skipped || record.state == .neverRan ? "" : Self.time(of: record, list, until: moment)
    if run.isRecorded(record) {
      state = [Span(state.plain, .muted)]
      time = "recorded"
    }
    reason = Self.reason(of: record, outline, isReplay: run.summary.origin != nil)
    if let edit = run.edited[record.path] { reason = reason.isEmpty ? edit.mark : "\(edit.mark)  \(reason)" }
    if let slowest = list?.slowestWords { reason = reason.isEmpty ? slowest : "\(slowest)  \(reason)" }
    if let change { reason = reason.isEmpty ? change : "\(change)  \(reason)" }
    if stand == nil { result = Self.result(of: record) }
  }

  /// Of an attempt or a hop.
  init(_ attempt: AttemptRow) {
    (state, time, reason) = (attempt.outcome, attempt.time, attempt.remark)
  }

  /// The result of a local job, on one line. The response of a request has a status for that.
  private static func result(of record: NodeRecord) -> String {
    guard record.kind == .job, record.state == .succeeded, let value = record.shownOutput else { return "" }
    return "→ \(SharedPreview.text(of: .json(value)))"
  }

  /// To the next attempt: `↻ 1.4 s`.
  private static func countdown(_ left: Duration) -> StyledText {
    let seconds = max(.zero, left) / .seconds(1)
    let words = seconds < 10 ? max(.zero, left).short : seconds < 600 ? "\(Int(seconds)) s" : "\(Int(seconds / 60)) m"
    return [Span("↻ \(words)", .info)]
  }

  private static func state(_ state: NodeRecord.State, _ status: Int?, isOver: Bool) -> StyledText {
    switch state {
    case .waiting where isOver, .running where isOver: [Span("broken", .warning)]
    case .waiting: [Span("waits", .muted)]
    case .running: [Span("▶", .info, .bold)]
    case .succeeded:
      status.map { [Span("\($0)", StatusStyle.style($0, isMissed: false))] } ?? [Span("ok", .success)]
    case .failed: [Span(status.map { "✗ \($0)" } ?? "✗", .failure, .bold)]
    case .skipped: [Span("skip", .muted)]
    case .cancelled: [Span("cancel", .warning)]
    case .neverRan: [Span("not run", .muted)]
    }
  }

  /// The time that a step took; time spent waiting at a gate does not count.
  private static func time(of record: NodeRecord, _ list: ListProgress?, until moment: Timestamp) -> String {
    if let list, record.endedAt == nil { return list.begin == nil ? "" : list.time(until: moment).short }
    if list != nil { return record.timeTaken.short }
    return record.attempts.last?.endedAt == nil ? "" : record.timeTaken.short
  }

  private static func reason(of record: NodeRecord, _ outline: StepOutline?, isReplay: Bool) -> String {
    var words: [String] = []
    if record.state == .skipped {
      words.append(whySkipped(record, outline))
    } else if record.attempts.isEmpty, record.interventions.contains(.skipped) {
      let run = record.made.edits.lazy.compactMap(\.run).first
      words.append(
        run.map { "as in run \($0)" } ?? (isReplay && record.made.edits.isEmpty ? "as recorded" : "set by hand"))
    }
    if record.interventions.contains(.inputReplaced) { words.append("✎ input") }
    if record.interventions.contains(.listReplaced) { words.append("✎ list") }
    if record.interventions.contains(.requestReplaced) { words.append("✎ request") }
    if record.interventions.contains(.resultReplaced) { words.append("✎ result") }
    if record.interventions.contains(.valueReplaced) { words.append("✎ value") }
    if record.made.isEdited { words.append("✎ edited in the cache") }
    words += record.made.sharedTransfers.map(\.summary)
    words += record.marks.filter { $0.name == .renewed || $0.name == .overlaps }.map(\.words)
    if let rows = record.made.rows, rows.dropped > 0 || record.made.elements == 0 { words.append(rows.words) }
    if let error = record.error, record.state == .failed {
      words.append(error.summary)
      if let part = error.checked.first { words.append(part.sentence) }
    }
    words += record.made.warnings.map { "⚠ \($0)" }
    return words.joined(separator: "  ")
  }

  private static func whySkipped(_ record: NodeRecord, _ outline: StepOutline?) -> String {
    if let error = record.error { return error.summary }
    if outline?.isDisabled == true { return "disabled" }
    return outline?.notes.first { $0.hasPrefix("when") } ?? "by hand"
  }
}

extension ShownRun {
  /// Whether a step only handed on what an earlier run recorded; of a list, whether all steps in it did.
  fileprivate func isRecorded(_ record: NodeRecord) -> Bool {
    let isReplay = summary.origin != nil
    if record.isRecorded(isReplay: isReplay) { return true }
    guard isReplay, record.state == .succeeded, record.kind == .serial || record.kind == .concurrent else {
      return false
    }
    var steps = 0
    while let step = records[record.path.node(steps)] {
      guard isRecorded(step) else { return false }
      steps += 1
    }
    return steps > 0
  }
}

extension NodeRecord {
  /// Whether its result is that of an earlier run, and nothing was sent or computed for it.
  fileprivate func isRecorded(isReplay: Bool) -> Bool {
    guard state == .succeeded, attempts.isEmpty, interventions.contains(.skipped) else { return false }
    return made.edits.contains { $0.run != nil } || isReplay && made.edits.isEmpty
  }

  /// The reason why its list is empty, as far as it is known.
  var whyNothing: String {
    guard let rows = made.rows else { return "its list is empty" }
    if rows.into == 0 { return "\(rows.list) is an empty list" }
    let losses = rows.losses.map { "\($0.part) dropped \($0.count) of \(rows.into)" }
    return losses.isEmpty ? "none of \(rows.into) in \(rows.list) came through" : losses.joined(separator: ", ")
  }
}

extension ListProgress {
  /// Of several elements: `slowest [5] 340 ms`.
  var slowestWords: String? {
    guard ended > 1, case .element(let index)? = slowest?.parts.last else { return nil }
    return "slowest [\(index)] \(longest.short)"
  }
}

extension EditedStep {
  /// The part of the step that is edited: `✎ input`, as once it has run.
  fileprivate var mark: String {
    switch self {
    case .input: "✎ input"
    case .list: "✎ list"
    case .request: "✎ request"
    case .result: "✎ result"
    }
  }
}

extension Debugger.Breakpoint {
  /// The reason for the stop.
  fileprivate var words: String {
    if let label { return label }
    switch moment {
    case .shared(let key): return "\(key) was written"
    case .failure: return "it failed"
    default: return "breakpoint"
    }
  }
}

extension Debugger.Reason {
  /// The reason why a step waits.
  var words: String {
    switch self {
    case .breakpoint(let breakpoint): breakpoint.words
    case .mistake(let breakpoint, let why): "\(breakpoint.words): \(why)"
    case .paused: "as you asked"
    case .step: "step"
    case .target: "run to here"
    @unknown default: ""
    }
  }

  /// A condition that could not be evaluated stands out.
  var style: Style { if case .mistake = self { Style(.failure) } else { .muted } }
}
