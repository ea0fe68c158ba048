package import ParleyModel
package import TerminalKit
package import WorkbenchParts
package import WorkbenchServices

/// Edits one request: method and URL, parameters, headers, body and notes.
///
/// The draft is the truth. A field that is being typed into writes every keystroke to it, and everything that was done to it can
/// be undone.
package struct Composer: Component {
  package enum Tab: Int, CaseIterable, Sendable {
    case params, headers, auth, body, expect, capture, options, docs
  }

  /// The place of the cursor while nothing is typed.
  package enum Spot: Hashable, Sendable {
    case method, url, tabs
    /// The line that says of which kind the body is.
    case kind
    /// A row of the tab, or the text of it.
    case content
  }

  package enum Column: Hashable, Sendable {
    case name, value
  }

  /// A text field that has the keys.
  package struct Field: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
      case method, url
      case cell(Int, Column)
      /// Of a line that is always there.
      case fixed(FixedRow.ID)
      case text
    }

    package let place: Place
    package var area: TextField
    var completion: Completion?
    /// Whether choices are shown as soon as they are known: something is typed, and the list has not been closed.
    var wantsCompletion = false
    /// The text it began with.
    var opened = ""
    /// Whether all of that was typed or pasted over.
    var isAnew = false
    /// Whether that is of an earlier session.
    var isOfBefore = false
    /// Whether completing the name before it has led here: who presses Enter behind that wants to get here.
    var followsCompletion = false
    /// How many steps there were to undo before its row was added; nil for a row that was there.
    var stepsBefore: Int?
  }

  /// A state that undo goes back to.
  struct Moment: Hashable, Sendable {
    var draft: RequestDraft
    var tab: Tab
    var spot: Spot
  }

  package let request: RequestID
  /// The settings of a composer in a pane of another screen; nil for the one of requests.
  package var guest: ComposerGuest?
  /// The request as its file has it, and the file.
  package private(set) var onDisk: LoadedRequest
  /// The draft shown in the fields.
  package private(set) var draft: RequestDraft
  private(set) var history = UndoHistory<Moment>()
  package private(set) var preview = Preview()
  /// The moment of a run that the preview is of; nil for now.
  var shownAt: ShownMoment?
  /// The mistake in a body that is not valid JSON.
  package private(set) var mistake: DraftMistake?
  private(set) var size = Size.zero

  package var position = ComposerPosition()
  /// The first line of the body or the notes that is shown, and the columns scrolled out.
  var scroll = TextScroll()
  package var field: Field?
  package var menu: ChoiceMenu?
  /// The parts that the request before had, where it has become another one, which is still to be said.
  var leftOut = ""
  /// For completing.
  var knowledge = ComposerKnowledge()

  package init(_ request: RequestID, draft: RequestDraft = RequestDraft(), as guest: ComposerGuest? = nil) {
    self.request = request
    self.draft = draft
    self.guest = guest
    onDisk = LoadedRequest(saved: draft)
    if guest != nil || request.defaults != nil, let tab = tabs.first { position.show(tab) }
  }

  /// The draft as it is on disk.
  package var saved: RequestDraft { onDisk.saved }
  /// The keys of the servers it can go to, the default first.
  var servers: [String] { onDisk.servers }
  /// Relative to the workspace; empty where there is none.
  var file: String { onDisk.file }

  /// Whether its file has not been read yet, so that nothing is known to be missing.
  var isUnread: Bool { file.isEmpty && !request.isScratch && request.defaults == nil && guest == nil }

  var tab: Tab { position.tab }
  package var spot: Spot { position.spot }
  var column: Column { position.column }
  /// The row under the cursor, among own and inherited ones.
  var cursor: ListCursor {
    get { position.row }
    set { position.row = newValue }
  }

  /// Whether there is something that the file does not have.
  package var isDirty: Bool { draft != saved }

  package var isTyping: Bool { field != nil || menu != nil }
  /// The editor of many lines that is open, unless a list lies over it.
  package var openEditor: TextEditor? { field?.completion == nil ? field?.area.editor : nil }

  package static var keyContextSets: [[KeyContext]] {
    let typing = KeyContext.around(isTyping: true)
    let fields: [[KeyContext]] = [
      [.composerMenu], [.composerField], [.composerText], [.composerCompletion, .composerField],
      [.composerCompletion, .composerText],
    ]
    return [[.composer], [.composerFaulty]].map { $0 + KeyContext.around(isTyping: false) } + fields.map { $0 + typing }
  }

  package var keyContexts: [KeyContext] {
    if onDisk.faulty != nil { return [.composerFaulty] }
    if menu != nil { return [.composerMenu] }
    guard let field else { return [.composer] }
    let completing: [KeyContext] = field.completion == nil ? [] : [.composerCompletion]
    return completing + [field.area.isMultiline ? .composerText : .composerField]
  }

  var moment: Moment { Moment(draft: draft, tab: tab, spot: spot) }
}

// Changing the draft.
extension Composer {
  /// Changes the draft as one step that can be undone.
  /// - Parameter group: steps in a row with the same one are one.
  mutating func edit(group: String? = nil, _ change: (inout RequestDraft) -> Void) {
    let before = moment
    change(&draft)
    guard draft != before.draft else { return }
    history.willChange(before, group: group)
    refresh()
  }

  /// Goes on with what was typed before the program ended.
  package mutating func resume(_ draft: RequestDraft) { edit { $0 = draft } }

  /// The effects that must follow a change of the draft.
  var consequences: [Effect] {
    guard guest == nil else { return [] }
    let keeping: DraftEffect = isDirty ? .keep(draft, of: request, over: saved) : .drop(of: request)
    return [.perform(keeping), .perform(DraftEffect.preview(draft.meant, of: request, at: shownAt))]
  }

  /// Back to what the file says.
  mutating func revert() {
    let file = saved
    edit { $0 = file }
  }

  mutating func undo() -> [Effect] {
    guard let moment = history.undo(moment) else { return [] }
    return restore(moment)
  }

  mutating func redo() -> [Effect] {
    guard let moment = history.redo(moment) else { return [] }
    return restore(moment)
  }

  private mutating func restore(_ moment: Moment) -> [Effect] {
    draft = moment.draft
    field = nil
    position.restore(moment.tab, moment.spot)
    refresh()
    return consequences
  }

  /// Brings what depends on the draft up to date.
  mutating func refresh() {
    let contents = contents
    mistake = contents.isJSON ? contents.text.flatMap(DraftMistake.inJSON) : nil
    cursor.count = contents.fixed.count + contents.rows.count + contents.inherited.count
    cursor.height = textHeight
    position.leaveMissingKind()
    fitField()
  }

  /// The next change is a step of its own.
  mutating func sealStep() { history.seal() }

  /// A row that is added is one step, with all that is typed into it at once.
  mutating func joinAddition(_ field: Field) {
    guard let steps = field.stepsBefore else { return }
    history.join(from: steps) { [draft] in $0.draft == draft }
  }

  package mutating func resize(to size: Size) {
    self.size = size
    refresh()
  }

  /// Tells the body's editor how much room it has.
  mutating func fitField() {
    guard field?.place == .text else { return }
    let room = Size(width: textWidth, height: textHeight)
    field?.area.fit(room)
  }

  /// Replaces the contents of the fields. A request without a URL waits for one to be typed or pasted.
  mutating func load(_ loaded: LoadedRequest) -> [Effect] {
    let before = moment
    let isFirst = file.isEmpty && saved == RequestDraft()
    let row = openRow
    onDisk = loaded.withoutDraft
    draft = loaded.draft ?? loaded.saved
    if draft != before.draft {
      if row != openRow || !isFieldTrue { field = nil }
      if !isFirst { history.willChange(before) }
      field?.stepsBefore = nil
    }
    if onDisk.faulty != nil { field = nil }
    let waits = draft.url.isEmpty || isFirst && request.isScratch && guest == nil
    if waits, field == nil, request.defaults == nil, onDisk.faulty == nil {
      startEditing(.url)
      field?.isOfBefore = true
    }
    refresh()
    let isLeft = isFirst && field?.isOfBefore == true && !draft.url.isEmpty
    let said =
      isLeft ? [Effect.say(.done("This is the request of an earlier session: a URL typed now begins another."))] : []
    return said + [.perform(DraftEffect.preview(draft.meant, of: request, at: shownAt))]
  }

  package mutating func show(_ preview: Preview) {
    self.preview = preview
    refresh()
    completeAgain()
  }
}

extension Composer.Tab {
  var title: String {
    switch self {
    case .params: "Params"
    case .headers: "Headers"
    case .auth: "Auth"
    case .body: "Body"
    case .expect: "Expect"
    case .capture: "Shared"
    case .options: "Options"
    case .docs: "Docs"
    }
  }
}
