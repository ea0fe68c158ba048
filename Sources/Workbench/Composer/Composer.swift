import TerminalKit

/// Edits one request: method and URL, parameters, headers, body and notes.
///
/// The draft is the truth. A field that is being typed into writes every keystroke to it, and everything that was done to it can
/// be undone.
struct Composer: Component {
  enum Tab: Int, CaseIterable, Sendable {
    case params, headers, auth, body, expect, capture, options, docs
  }

  /// What the cursor is on while nothing is typed.
  enum Spot: Hashable, Sendable {
    case method, url, tabs
    /// The line that says of which kind the body is.
    case kind
    /// A row of the tab, or the text of it.
    case content
  }

  enum Column: Hashable, Sendable {
    case name, value
  }

  /// A text field that has the keys.
  struct Field: Hashable, Sendable {
    enum Place: Hashable, Sendable {
      case method, url
      case cell(Int, Column)
      /// Of a line that is always there.
      case fixed(FixedRow.ID)
      case text
    }

    let place: Place
    var area: TextField
    var completion: Completion?
  }

  /// What undoing goes back to.
  struct Moment: Hashable, Sendable {
    var draft: RequestDraft
    var tab: Tab
    var spot: Spot
  }

  let request: RequestID
  /// What the file says.
  var saved: RequestDraft
  /// What stands in the fields.
  var draft: RequestDraft
  var preview = Preview()
  /// The keys of the servers it can go to, the default first.
  var servers: [String] = []
  /// Relative to the workspace; empty where there is none.
  var file = ""

  var tab = Tab.params
  var spot = Spot.url
  var column = Column.value
  /// The row under the cursor, for each tab.
  var cursors: [Tab: ListCursor] = [:]
  /// Whether the variables of a GraphQL body are shown in place of its query.
  var showsVariables = false
  var field: Field?
  var menu: ChoiceMenu?
  /// The first line of the body or the notes that is shown, and the columns scrolled out.
  var scroll = TextScroll()
  /// Why the body is no JSON.
  var mistake: DraftMistake?
  var history = UndoHistory<Moment>()
  var size = Size.zero

  init(_ request: RequestID, draft: RequestDraft = RequestDraft()) {
    self.request = request
    self.saved = draft
    self.draft = draft
  }

  /// Whether there is something that the file does not have.
  var isDirty: Bool { draft != saved }

  var isTyping: Bool { field != nil || menu != nil }

  static var keyContextSets: [[KeyContext]] {
    let typing = KeyContext.around(isTyping: true)
    let fields: [[KeyContext]] = [
      [.composerMenu], [.composerField], [.composerText], [.composerCompletion, .composerField],
      [.composerCompletion, .composerText],
    ]
    return [[.composer] + KeyContext.around(isTyping: false)] + fields.map { $0 + typing }
  }

  var keyContexts: [KeyContext] {
    if menu != nil { return [.composerMenu] }
    guard let field else { return [.composer] }
    let completing: [KeyContext] = field.completion == nil ? [] : [.composerCompletion]
    return completing + [field.area.isMultiline ? .composerText : .composerField]
  }

  var moment: Moment { Moment(draft: draft, tab: tab, spot: spot) }
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
