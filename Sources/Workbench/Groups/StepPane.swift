import ParleyEngine
import ParleyText
import TerminalKit

/// What can be looked at of a step.
enum StepTab: Int, CaseIterable, Sendable {
  case definition, input, request, response, output, whereFrom, attempts, shared

  var title: String {
    switch self {
    case .definition: "Definition"
    case .input: "Input"
    case .request: "Request"
    case .response: "Response"
    case .output: "Output"
    case .whereFrom: "Where from"
    case .attempts: "Attempts"
    case .shared: "Shared"
    }
  }

  /// What the services know of it; the rest stands in the recording.
  var part: StepPart? {
    switch self {
    case .input: .input
    case .request: .request
    case .response: .response
    case .output: .output
    case .shared: .shared(asOf: nil)
    case .definition, .whereFrom, .attempts: nil
    }
  }
}

/// What the pane is about: it is read again when any of this is different.
struct StepSubject: Hashable, Sendable {
  var run: String
  var path: NodePath
  var tab: StepTab
  var record: NodeRecord?
  /// Whether the step waits, so that its request can be seen before it is sent.
  var isWaiting: Bool
  var edited: EditedStep?
  /// Another each time it begins to wait: what it works on may be different then.
  var pause: Int?
  /// When shared data is told of; nil for now.
  var moment: Timestamp?

  var part: StepPart? { tab == .shared ? .shared(asOf: moment) : tab.part }
}

/// One part of the step under the cursor: a value by windows, or lines.
struct StepPane: PaneView {
  var tab = StepTab.input
  /// Nil where no step of a run is under the cursor.
  private(set) var subject: StepSubject?
  private(set) var name = ""
  /// What the group is for, where no step of a run is under the cursor.
  var docs: String?
  /// What the file says of the step under the cursor.
  var definition: [StyledText] = []
  /// What is wrong with the step of the file under the cursor.
  var mistakes: [StyledText] = []
  /// Whether its content has been asked for, and has not come yet.
  private(set) var isWaiting = false
  /// Above the body of a response.
  private(set) var head: StyledText = ""
  private(set) var lines = LinesPane()
  /// Where Enter leads from each of them.
  private(set) var targets: [StepLine.Target?] = []
  /// Values that stand in responses, of the step that is shown.
  var sourceValues: [GivenPlace: String] = [:]
  /// The value, or the line, that the cursor goes to once the part is there.
  var wantedValue: ValuePath?
  var wantedLine: Int?
  private(set) var problem: Problem?
  var body = BodyPane()
  var edit: StepEdit?
  /// The request of a step that waits, under edit.
  var request: RequestEdit?
  /// Why the step waits, where it does.
  var pause: StyledText = ""
  /// Of the step under the cursor, while the group is shown as its file or draft has it.
  var form = StepFormPane()
  private(set) var size = Size.zero

  /// Whether it is about a step of a run; else about one of the file.
  var isOfRun = false

  var keyContexts: [KeyContext] {
    if let request { return request.composer.keyContexts }
    if showsForm { return form.keyContexts }
    return edit == nil ? [.groupStep, isOfRun ? .groupRun : .groupFile, .groups] : [.groupEditor]
  }
  var isTyping: Bool { request.map(\.composer.isTyping) ?? (edit != nil || showsForm && form.isTyping) }
  /// Whether it is about what the file says rather than about what a run did.
  var showsForm: Bool { !isOfRun && form.subject != nil && edit == nil && request == nil }

  mutating func resize(to size: Size) {
    self.size = size
    fit()
  }

  private mutating func fit() {
    lines.cursor.height = max(1, size.height - 1)
    body.cursor.height = max(1, size.height - 1 - above.count)
    let room = editorSize
    edit?.editor.fit(room)
    request?.composer.resize(to: Size(width: size.width, height: max(1, size.height - 1)))
    form.resize(to: size)
  }

  /// Below the text stands why it is no JSON.
  var editorSize: Size { Size(width: max(1, size.width - 1), height: max(1, size.height - notes.count)) }

  /// Lines between the tabs and the body.
  var above: [StyledText] {
    var lines: [StyledText] = []
    if !head.isEmpty { lines.append(head) }
    if ![.definition, .output, .attempts, .shared].contains(tab), let error = subject?.record?.error {
      let isFailure = subject?.record?.state != .skipped
      let words = TextWrap.lines(of: "\(isFailure ? "✗" : "↷") \(error.summary)", width: max(8, size.width - 1))
      lines += words.prefix(2).map { StyledText($0, Style(isFailure ? .failure : .muted)) }
    }
    lines += notes(of: subject?.record)
    return lines + edits
  }
}

// What was noted of a step, above its parts.
extension StepPane {
  private func notes(of record: NodeRecord?) -> [StyledText] {
    guard let made = record?.made, tab == .request || tab == .response else { return [] }
    let transfers = made.sharedTransfers.map { [Span("⇄ \($0.summary): shared another transfer", .info)] as StyledText }
    return transfers + made.warnings.map { StyledText("⚠ \($0)", Style(.warning)) }
  }
}

extension StepPane {
  /// Turns to a step.
  /// - Returns: whether it is another, or other than it was.
  mutating func turn(to subject: StepSubject?, _ name: String) -> Bool {
    guard subject != self.subject else { return false }
    let isSamePlace =
      subject?.path == self.subject?.path && subject?.tab == self.subject?.tab && subject?.run == self.subject?.run
    self.subject = subject
    self.name = name
    // What is there stays until what takes its place has come, so that nothing flickers while a run goes on.
    if !isSamePlace {
      clear()
      lines.cursor.select(0)
      sourceValues = [:]
    }
    isWaiting = subject?.tab.part != nil
    return true
  }

  /// Lines of what stands in the recording itself.
  mutating func show(_ lines: [StepLine]) {
    let line = wantedLine ?? self.lines.cursor.selected
    wantedLine = nil
    clear()
    (self.lines.lines, targets) = (lines.map(\.text), lines.map(\.target))
    fit()
    self.lines.cursor.select(line)
  }

  /// Where Enter leads from the line under the cursor.
  var target: StepLine.Target? {
    targets.indices.contains(lines.cursor.selected) ? targets[lines.cursor.selected] : nil
  }

  /// What stands in the recording itself is shown as lines.
  mutating func show(_ content: StepContent?, of subject: StepSubject) {
    guard subject == self.subject, subject.tab.part != nil else { return }
    isWaiting = false
    clear()
    guard let content else {
      problem = subject.tab == .output ? subject.record?.error.map(Problem.init) : nil
      return
    }
    if subject.tab == .response {
      head = Self.head(of: content, isMissed: subject.record?.state == .failed)
    } else {
      lines.lines = content.lines.map { Self.line($0) }
    }
    body.view = content.body.map { BodyView($0, contentType: content.contentType, secrets: content.secrets) }
    fit()
  }

  mutating func fail(_ problem: Problem, of subject: StepSubject) {
    guard subject == self.subject, subject.tab.part != nil else { return }
    isWaiting = false
    clear()
    self.problem = problem
  }

  private mutating func clear() {
    (head, problem) = ("", nil)
    (lines.lines, targets) = ([], [])
    let height = body.cursor.height
    let mode = body.chosenMode
    body = BodyPane()
    (body.cursor.height, body.chosenMode) = (height, mode)
  }

  private static func head(of content: StepContent, isMissed: Bool) -> StyledText {
    let words = content.lines.joined(separator: "   ")
    guard let status = content.status else { return StyledText(words, .muted) }
    return [Span(words, StatusStyle.style(status, isMissed: isMissed))]
  }

  /// A header of a request, a line of its body.
  private static func line(_ text: String) -> StyledText { TemplateColours.json(text[...], uses: []) }

  /// Asks for the lines in view that are not held.
  mutating func missing() -> [Effect] {
    guard edit == nil, request == nil, let view = body.view, let subject,
      let query = body.query(isRevealed: false, renew: body.page == nil && body.requested == nil)
    else { return [] }
    return [.perform(GroupEffect.page(view, query, of: subject))]
  }

  mutating func take(_ page: BodyPage, _ query: BodyPage.Query, of subject: StepSubject) {
    guard subject == self.subject, body.view != nil else { return }
    body.take(page)
  }

  /// The lines are others now, and more than were known of.
  mutating func move(to line: Int, of subject: StepSubject) -> [Effect] {
    guard subject == self.subject else { return [] }
    body.cursor.count = max(body.cursor.count, line + 1)
    body.cursor.select(line)
    guard let view = body.view, let query = body.query(isRevealed: false, renew: true) else { return [] }
    return [.perform(GroupEffect.page(view, query, of: subject))]
  }

  mutating func begin(_ edit: StepEdit) {
    self.edit = edit
    fit()
  }

  mutating func begin(_ edit: RequestEdit) {
    request = edit
    fit()
  }

  mutating func move(_ step: ListCursor.Step) {
    if body.view != nil { body.cursor.move(step) } else { lines.cursor.move(step) }
  }

  mutating func moveAcross(_ steps: Int) {
    let distance = steps * max(8, size.width / 4)
    body.left = max(0, body.left + distance)
    lines.left = max(0, lines.left + distance)
  }
}
