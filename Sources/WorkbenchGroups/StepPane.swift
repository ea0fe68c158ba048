import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// A part of a step that can be shown.
enum StepTab: Int, CaseIterable, Sendable {
  case definition, input, request, response, headers, output, rows, whereFrom, attempts, watch, shared

  var title: String {
    switch self {
    case .definition: "Definition"
    case .input: "Input"
    case .request: "Request"
    case .headers: "Headers"
    case .response: "Response"
    case .output: "Output"
    case .whereFrom: "Where from"
    case .attempts: "Attempts"
    case .rows: "Rows"
    case .shared: "Shared"
    case .watch: "Watch"
    }
  }

  /// The part that the services load; nil if the recording has it.
  var part: StepPart? {
    switch self {
    case .input: .input
    case .request: .request
    case .headers: .headers
    case .response: .response
    case .output: .output
    case .shared: .shared(asOf: nil)
    case .watch: .watch([], asOf: nil)
    case .definition, .whereFrom, .attempts, .rows: nil
    }
  }

  /// The value of the step that is shown; nil where lines about it are.
  var value: StepTabValue? {
    switch self {
    case .input: .input
    case .request: .request
    case .response: .response
    case .output: .output
    case .definition, .headers, .whereFrom, .attempts, .rows, .shared, .watch: nil
    }
  }

  /// The part of a local job that stands for it; nil where a job has the part itself.
  var ofJob: StepTab? {
    switch self {
    case .request, .headers: .input
    case .response: .output
    case .definition, .input, .output, .rows, .whereFrom, .attempts, .watch, .shared: nil
    }
  }

  /// The text in place of lines, where a step that ran has none.
  var withoutLines: String {
    switch self {
    case .definition: "The recording does not say what the step was."
    case .whereFrom: "No values from elsewhere."
    case .attempts: "No attempts."
    case .rows: "No rows of a list went through its filter."
    case .shared: "No shared keys."
    case .watch: "Nothing is watched: a adds expressions, such as $steps.login.user.id."
    case .input, .request, .response, .headers, .output: ""
    }
  }
}

/// A value that goes into a step, over the network, or out of it.
enum StepTabValue: Sendable {
  case input, request, response, output
}

/// The subject of the pane: it is read again when any of this is different.
package struct StepSubject: Hashable, Sendable {
  var run: String
  var path: NodePath
  var tab: StepTab
  var record: NodeRecord?
  /// Whether the step waits, so that its request can be seen before it is sent.
  var isWaiting: Bool
  var edited: EditedStep?
  /// Another each time it begins to wait: what it works on may be different then.
  var pause: Int?
  /// The time for which shared data is shown; nil for now.
  var moment: Timestamp?
  /// The attempt or hop under the cursor; nil where that is on the step itself.
  var attempt: AttemptRow?
  /// The expressions that are watched, where these are shown.
  var watched: [String] = []

  var part: StepPart? {
    if tab == .shared { return .shared(asOf: moment) }
    if tab == .watch { return .watch(watched, asOf: moment) }
    guard let attempt, let exchange = attempt.exchange else { return tab.part }
    return switch tab {
    case .request: .send(exchange, place: attempt.place, .request)
    case .headers: .send(exchange, place: attempt.place, .headers)
    case .response: .send(exchange, place: attempt.place, .response)
    default: tab.part
    }
  }
}

/// One part of the step under the cursor: a value by windows, or lines.
struct StepPane: PaneView {
  var tab = StepTab.input { didSet { leftTab = nil } }
  /// The tab that is shown again at the next step that has it.
  private var leftTab: StepTab?
  /// The step that the tab was last fitted to.
  private var fittedStep: NodePath?
  /// Whether *Why?* has chosen it, and nobody since.
  var isTabOfWhy = false
  /// The failed step for which the response is shown in place of the part that a person has chosen.
  var failedStep: NodePath?
  /// Nil where no step of a run is under the cursor.
  @CopyOnWrite private(set) var subject: StepSubject? = nil
  private(set) var name = ""
  /// The group's documentation, if no step of a run is under the cursor.
  var docs: String?
  /// The definition of the step under the cursor in its file.
  var definition: [StyledText] = []
  /// The content of the local job under the cursor.
  var gist: StepGist?
  /// The mistakes in the step of the file under the cursor.
  var mistakes: [StyledText] = []
  /// Whether its content has been asked for, and has not come yet.
  private(set) var isWaiting = false
  /// Above the body of a response.
  private(set) var head: StyledText = ""
  var lines = LinesPane()
  /// The target of Enter for each of them.
  private(set) var targets: [StepLine.Target?] = []
  /// Values that stand in responses, of the step that is shown.
  var sourceValues: [GivenPlace: String] = [:]
  /// The value, or the line, that the cursor goes to once the part is there.
  var wantedValue: ValuePath?
  var wantedLine: Int?
  /// The values that stand on the lines of a request.
  private(set) var values: [Int: PickedValue] = [:]
  private(set) var problem: Problem?
  @CopyOnWrite var browser = BodyBrowser()
  /// The request as curl, where the part is one.
  private(set) var curl: String?
  @CopyOnWrite var edit: StepEdit? = nil
  /// The request of a step that waits, under edit.
  @CopyOnWrite var request: RequestEdit? = nil
  /// The parts of a failed expectation with their values.
  var checked: [StyledText] = []
  /// The reason why the step waits; empty if it does not.
  var pause: StyledText = ""
  /// The request of a step that waits, if the run leaves out its unsaved edits.
  var leftOut: RequestID?
  /// Of the step under the cursor, while the group is shown as its file or draft has it.
  @CopyOnWrite var form = StepFormPane()
  private(set) var size = Size.zero

  /// More parts of a failed expectation do not stand above the others.
  private static let mostParts = 6

  /// Whether it is about a step of a run; else about one of the file.
  var isOfRun = false

  var keyContexts: [KeyContext] {
    if let request { return request.composer.keyContexts }
    if showsForm { return form.keyContexts }
    if edit != nil { return [.groupEditor] }
    if prompt != nil { return [.groupPrompt] }
    let part: [KeyContext] = subject == nil ? [] : [isAtDefinition ? .groupDefinition : .groupValue, .groupPart]
    return part + [.groupStep, isOfRun ? .groupRun : .groupFile, .groups]
  }
  var isTyping: Bool {
    request.map(\.composer.isTyping) ?? (edit != nil || prompt != nil || showsForm && form.isTyping)
  }
  /// Whether it is about what the file says rather than about what a run did.
  var showsForm: Bool { !isOfRun && form.subject != nil && edit == nil && request == nil }

  /// Whether a body is what is looked through. A request is lines, unless its body is filtered.
  var showsBody: Bool { browser.pane.view != nil && (tab != .request || browser.filter != nil) }
  private var prompt: BodyPrompt? { showsBody ? browser.prompt : lines.prompt }

  mutating func resize(to size: Size) {
    self.size = size
    fit()
  }

  /// A step that sends nothing is shown at its input or output, where a request and its response were looked at. Only once: whoever
  /// then turns to another tab sees that.
  mutating func fitTab(to record: NodeRecord) {
    guard record.path != fittedStep else { return }
    fittedStep = record.path
    if let leftTab { tab = leftTab }
    guard record.kind == .job, let other = tab.ofJob else { return }
    let left = tab
    tab = other
    leftTab = left
  }

  mutating func wrap(_ wraps: Bool) {
    browser.wraps = wraps
    let isWrapped = wraps || tab == .headers || tab == .definition
    if lines.wraps != isWrapped { lines.wraps = isWrapped }
  }

  mutating func fit() {
    (lines.width, browser.width, browser.pane.numbersOneLine) = (size.width, size.width, false)
    lines.height = max(1, size.height - 1 - (lines.hasFoot ? 1 : 0))
    browser.pane.height = max(1, size.height - 1 - above.count - (hasFoot ? 1 : 0))
    let room = editorSize
    edit?.editor.fit(room)
    let size = size
    request?.composer.resize(to: Size(width: size.width, height: max(1, size.height - 1)))
    form.resize(to: size)
  }

  /// The line below the content: the path of the value, where a search is, or what is typed.
  var hasFoot: Bool {
    showsBody
      ? browser.prompt != nil || browser.filter?.shown != nil || size.height - 1 - above.count >= 4 : lines.hasFoot
  }

  /// Below the text stands why it is no JSON.
  var editorSize: Size { Size(width: max(1, size.width - 1), height: max(1, size.height - notes.count)) }

  /// Lines between the tabs and the body.
  var above: [StyledText] {
    var lines: [StyledText] = []
    if !head.isEmpty { lines.append(head) }
    if ![.definition, .output, .attempts, .rows, .shared, .watch].contains(tab), let error = subject?.record?.error {
      let isFailure = subject?.record?.state != .skipped
      let words = TextWrap.lines(of: "\(isFailure ? "✗" : "↷") \(error.summary)", width: max(8, size.width - 1))
      lines += words.prefix(2).map { StyledText($0, Style(isFailure ? .failure : .muted)) }
      lines += checked.prefix(max(1, min(Self.mostParts, size.height / 3)))
    }
    lines += notes(of: subject?.record) + passedOn
    return lines + edits
  }
}

// What was noted of a step, above its parts.
extension StepPane {
  /// Above the output of a step that checks, sets or waits: what it did, since the value is only its input.
  private var passedOn: [StyledText] {
    guard tab == .output, let record = subject?.record, record.state == .succeeded, !record.attempts.isEmpty, let gist,
      gist.passesOn
    else { return [] }
    let checked = gist.kind == .assert ? gist.parts.prefix(max(1, min(Self.mostParts, size.height / 3))) : []
    let lines: [StyledText] = checked.map { [Span("✓ ", .success), Span($0, .text)] }
    let done: [StyledText] = lines.isEmpty ? [[Span(gist.text, .text)]] : lines
    return done + [StyledText("It passes on its input:", .muted)]
  }

  private func notes(of record: NodeRecord?) -> [StyledText] {
    guard let made = record?.made, tab == .request || tab == .headers || tab == .response else { return [] }
    let transfers = made.sharedTransfers.map { [Span("⇄ \($0.summary): shared another transfer", .info)] as StyledText }
    let edited = made.isEdited && tab == .response
    let cached = edited ? [StyledText("✎ edited in the cache: the server did not send this body", Style(.warning))] : []
    let served = made.cached.flatMap {
      tab == .request && $0.isUnsent ? nil : StyledText($0.line, .muted)
    }
    let mock = made.isMock ? [StyledText("MOCK: a mock replied, and no server", Style(.warning))] : []
    return mock + [served].compactMap(\.self) + cached + transfers + overlaps(of: made)
      + made.warnings.map { StyledText("⚠ \($0)", Style(.warning)) }
  }
}

extension StepPane {
  private func overlaps(of made: NodeTrace.Notes) -> [StyledText] {
    made.overlaps.map { StyledText("⚠ \($0.words)", Style(.warning)) }
  }

  /// Turns to a step.
  /// - Returns: whether it is another, or other than it was.
  mutating func turn(to subject: StepSubject?, _ name: String) -> Bool {
    guard subject != self.subject else { return false }
    let isSamePlace = subject?.place == self.subject?.place
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
    let (line, isWanted) = (wantedLine ?? self.lines.cursor.selected, wantedLine != nil)
    wantedLine = nil
    (head, problem, curl, values) = ("", nil, nil, [:])
    browser = BodyBrowser()
    (self.lines.lines, targets) = (lines.map(\.text), lines.map(\.target))
    fit()
    if isWanted { self.lines.cursor.jump(to: line) } else { self.lines.cursor.select(line) }
  }

  /// The target of Enter for the line under the cursor.
  var target: StepLine.Target? {
    targets.indices.contains(lines.cursor.selected) ? targets[lines.cursor.selected] : nil
  }

  /// Shows the content of a part. If it is the same part as before, the cursor stays, and so do search and filter.
  mutating func show(_ content: StepContent?, asSent request: RequestLines?, of subject: StepSubject) -> [Effect] {
    guard subject == self.subject, subject.tab.part != nil else { return [] }
    isWaiting = false
    (head, problem, curl, values) = ("", nil, content?.curl, request?.values ?? [:])
    guard let content else {
      problem = subject.tab == .output ? subject.record?.error.map(Problem.init) : nil
      problem?.parts = checked
      lines.lines = []
      browser = BodyBrowser()
      return []
    }
    // Of a response that a redirect followed there is only a head.
    let hasBody = subject.tab == .response && content.body != nil
    if hasBody { head = Self.head(of: content, isMissed: subject.record?.state == .failed) }
    lines.lines = request?.lines ?? (hasBody ? [] : content.lines.map(Self.line))
    defer { fit() }
    return show(content.body.map { BodyView($0, contentType: content.contentType, secrets: content.secrets) }, content)
  }

  private mutating func show(_ view: BodyView?, _ content: StepContent) -> [Effect] {
    (browser.secrets, browser.response) = (content.secrets, content.response)
    let isFiltered = browser.filter != nil
    if isFiltered { browser.filter?.whole.view = view } else { browser.pane.show(view) }
    guard let owner else { return [] }
    return isFiltered ? browser.filterAgain(owner) : browser.searchAgain(owner)
  }

  mutating func fail(_ problem: Problem, of subject: StepSubject) {
    guard subject == self.subject, subject.tab.part != nil else { return }
    isWaiting = false
    clear()
    self.problem = problem
  }

  private mutating func clear() {
    (head, problem, curl, values) = ("", nil, nil, [:])
    (lines, targets) = (LinesPane(), [])
    let (mode, wraps) = (browser.pane.chosenMode, browser.wraps)
    browser = BodyBrowser()
    (browser.pane.chosenMode, browser.wraps) = (mode, wraps)
    fit()
  }

  private static func head(of content: StepContent, isMissed: Bool) -> StyledText {
    let words = content.lines.joined(separator: "   ")
    guard let status = content.status else { return StyledText(words, .muted) }
    return [Span(words, StatusStyle.style(status, isMissed: isMissed))]
  }

  private static func line(_ text: String) -> StyledText { TemplateColours.json(text[...], uses: []) }

  mutating func begin(_ edit: StepEdit) {
    self.edit = edit
    fit()
  }

  mutating func begin(_ edit: RequestEdit) {
    request = edit
    fit()
  }
}

extension StepSubject {
  /// Which part of which step, whatever has become of it since.
  fileprivate var place: [String] { [run, "\(path)", "\(tab)", attempt?.label ?? ""] }
}
