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

extension Composer {
  enum Action: Sendable {
    // What comes from elsewhere.
    /// The request came from disk: when it is opened, and when its file has changed.
    case loaded(LoadedRequest)
    case previewed(Preview)
    /// What a pasted curl command says; nil when it was none after all.
    case imported(ImportedDraft?, pasted: String)
    /// Text lies ready for $EDITOR, and comes back from it.
    case staged(String)
    case collected(String)

    // Getting about.
    case move(ListCursor.Step)
    case moveAcross(Int)
    case turnTab(Int)
    case show(Tab)

    case change(Change)
    case editOutside
    case explain
    case askFile
    case files([String])
    case undo, redo
    /// Back to what the file says.
    case revert

    // In a field.
    case accept
    case nextCell(Int)
    case indent
    case leave
    case undoTyping, redoTyping

    // In the list of names, and in a menu.
    case choose(ListCursor.Step)
    case acceptChoice
    case leaveChoice

    case copy(Copy)
  }

  enum Copy: Hashable, Sendable {
    /// As it is written, templates included.
    case text
    /// With its templates filled in.
    case value
    case url
    case path
    /// As it would be sent.
    case curl(showsSecrets: Bool)
  }

  /// What changes the draft, or begins to.
  enum Change: Sendable {
    case enter
    case editURL
    case rename
    case add
    case toggle
    case delete
    case duplicate
    case shift(Int)
    case chooseMethod
    case chooseBodyKind
    case format
    /// The other text of a GraphQL body.
    case turnText
    case take(file: String)
    /// What a response had is to be had by the next ones too.
    case expect(status: Int)
    case expectHeader(DraftRow)
    case expectFilter(String)
    /// A shared key takes the value at a path from now on.
    case capture(DraftRow)
  }
}

extension Composer {
  /// What the composer wants done.
  enum DraftEffect: ServiceEffect {
    case preview(RequestDraft, of: RequestID)
    /// On disk before the next keystroke's.
    case keep(RequestDraft, of: RequestID)
    case drop(of: RequestID)
    case importCurl(String, of: RequestID)
    case stage(String, suffix: String, of: RequestID)
    case collect(String, of: RequestID)
    /// The files of the workspace.
    case files(of: RequestID)

    var lane: Lane? {
      switch self {
      case .preview(_, let id): Lane("preview \(id)", keepsOnlyNewest: true)
      case .keep(_, let id), .drop(let id): Lane("draft \(id)", keepsOnlyNewest: true, outlivesTheScreen: true)
      case .importCurl, .stage, .collect, .files: nil
      }
    }

    /// A draft that cannot be kept is told in the log and by the mark in the top bar, not at every keystroke.
    var isAskedFor: Bool { false }

    func perform(with services: any Services) async throws -> [Workbench.Action] {
      switch self {
      case .preview(let draft, let id):
        return [.composer(.previewed(await services.preview(draft, of: id)), of: id)]
      case .keep(let draft, let id):
        try await services.keepDraft(draft, of: id)
      case .drop(let id):
        try await services.dropDraft(of: id)
      case .importCurl(let text, let id):
        return [.composer(.imported(try await services.draft(fromCurl: text), pasted: text), of: id)]
      case .stage(let text, let suffix, let id):
        return [.composer(.staged(try await services.stage(text, suffix: suffix, isSecret: false)), of: id)]
      case .files(let id):
        return [.composer(.files(try await services.files()), of: id)]
      case .collect(let path, let id):
        return [.composer(.collected(try await services.collect(path)), of: id)]
      }
      return []
    }
  }
}
