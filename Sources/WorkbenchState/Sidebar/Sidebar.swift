import ParleyEngine
package import ParleyModel
package import TerminalKit
package import WorkbenchParts
package import WorkbenchServices

/// The tree of requests.
package struct Sidebar: Component {
  package enum Action: Sendable {
    /// As the row of a command says.
    case perform(CommandBody)
    case workspace(WorkspaceSnapshot)
    case edited(Set<RequestID>)
    case move(ListCursor.Step)
    /// Displays the request under the cursor.
    case display
    case clearFilter
  }

  private(set) var tree = RequestTree()
  package private(set) var rows: [RequestTree.Row] = []
  private(set) var cursor = ListCursor()
  private(set) var look = TreeLook()
  /// Requests with edits that their files do not have.
  package var edited: Set<RequestID> = []
  /// Their methods, where these are others than in their files.
  private var methods: [RequestID: String] = [:]
  /// The URLs of drafts that are open; the tree has them as soon as it is filtered.
  private var urls: [RequestID: String] = [:]
  /// Those whose drafts the workspace was read with.
  private var drafted: Set<RequestID> = []
  private var folders: [String] = []
  private var requests: [RequestSummary] = []

  package static var keyContextSets: [[KeyContext]] {
    [[.sidebar] + KeyContext.around(isTyping: false), [.sidebarFilter] + KeyContext.around(isTyping: true)]
  }

  package var keyContexts: [KeyContext] { isTyping ? [.sidebarFilter] : [.sidebar] }
  package var isTyping: Bool { look.isFiltering }

  var selectedRow: RequestTree.Row? {
    rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil
  }

  /// The request the cursor is on.
  package var selected: RequestID? { selectedRow?.request?.id }

  package var showsFilter: Bool { look.showsFilter }

  var requestCount: Int { requests.count }

  mutating func replace(_ tree: RequestTree) {
    self.tree = tree
    refresh()
  }

  /// All in a folder, shown or folded, as far as the filter leaves them.
  func requests(in folder: String) -> [RequestID] {
    rows(folded: []).compactMap { $0.request?.id }.filter { $0.rawValue.hasPrefix(folder + "/") }
  }

  /// The number of lines that a folder takes with all that is shown in it.
  func rowsShown(of folder: String) -> Int {
    1 + rows.count { $0.id.hasPrefix(folder + "/") }
  }

  /// Makes the rows again; the cursor stays with what it was on.
  mutating func refresh() {
    let id = selectedRow?.id
    rows = rows(folded: look.folded)
    cursor.count = rows.count
    if let id, let place = rows.firstIndex(where: { $0.id.isIdentical(to: id) }) { cursor.select(place) }
  }

  private func rows(folded: Set<ExactString>) -> [RequestTree.Row] {
    let (words, isOfEdited) = filter
    return tree.rows(
      folded: folded, matching: words, where: isOfEdited ? { [edited] in edited.contains($0.id) } : nil)
  }

  /// The typed text: words, and whether it narrows the list to requests with unsaved edits.
  private var filter: (words: [String], isOfEdited: Bool) {
    let words = look.words
    return (words.filter { !Self.meansEdited($0) }, words.contains(where: Self.meansEdited))
  }

  /// `is:edited`, and its beginning while it is typed.
  private static func meansEdited(_ word: String) -> Bool { word.hasPrefix("is:") && "is:edited".hasPrefix(word) }

  /// Lists the requests with unsaved edits.
  mutating func showEdited() {
    look.narrow(to: "is:edited", at: selectedRow?.id)
    refresh()
    if let first = rows.firstIndex(where: { !$0.isFolder }) { cursor.select(first) }
  }

  package mutating func select(_ id: String) {
    look.reveal(id)
    refresh()
    // A filter from before must not hide what was opened elsewhere.
    if look.isNarrowed, !isTyping, !rows.contains(where: { $0.id.isIdentical(to: id) }) { clearFilter() }
    select(row: id)
  }

  package mutating func resize(to size: Size) {
    cursor.height = max(0, size.height - look.filterLines)
  }
}

extension KeyContext {
  package static let sidebarFilter: KeyContext = "sidebar filter"
}

extension Sidebar {
  package mutating func update(_ action: Action, in context: ViewContext) -> [Effect] {
    let effects = apply(action, in: context)
    return action.comesFromElsewhere ? effects : effects + display(besides: context.request)
  }

  private mutating func apply(_ action: Action, in context: ViewContext) -> [Effect] {
    switch action {
    case .perform(let body): return body(&self, context)
    case .workspace(let snapshot): show(snapshot)
    case .edited(let requests): edited = requests
    case .move(let step): cursor.move(step)
    case .display: break
    case .clearFilter: clearFilter()
    }
    return []
  }

  package mutating func handle(_ event: InputEvent, in context: ViewContext) -> [Effect] {
    let effects = handle(event)
    return effects + display(besides: context.request)
  }

  private mutating func handle(_ event: InputEvent) -> [Effect] {
    if case .mouse(let mouse) = event { return handle(mouse) }
    if look.type(event) {
      refresh()
      selectBestMatch()
    }
    return []
  }

  private mutating func selectBestMatch() {
    let names = rows.map { $0.isFolder ? [] : [$0.name, $0.id] }
    let ends = rows.map { $0.request.map { QueryText($0.url).base.lastPathPart } ?? "" }
    if let best = look.bestMatch(among: names, addresses: ends, of: rows.map(\.id)) { cursor.jump(to: best) }
  }

  /// Displays the request under the cursor, so that the keys that send or change something act on a visible one.
  /// - Parameter open: the request displayed already.
  private func display(besides open: RequestID?) -> [Effect] {
    guard let id = selected, id != open else { return [] }
    return [.then(.request(.display(id)))]
  }

  private mutating func handle(_ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelUp: cursor.scroll(by: -3)
    case .wheelDown: cursor.scroll(by: 3)
    case .press(.left) where (0..<look.filterLines).contains(mouse.point.y): beginFilter()
    case .press(.left):
      let line = cursor.top + mouse.point.y - look.filterLines
      guard cursor.visible.contains(line) else { return [] }
      let isSecond = cursor.selected == line
      cursor.select(line)
      return isSecond || selectedRow?.isFolder == true ? open() : []
    default: break
    }
    return []
  }

  private mutating func show(_ snapshot: WorkspaceSnapshot) {
    edited.formUnion(snapshot.requests.filter(\.hasDraft).map(\.id))
    drafted = Set(snapshot.requests.filter(\.hasDraft).map(\.id))
    methods = methods.filter { edited.contains($0.key) }
    urls = urls.filter { edited.contains($0.key) }
    (folders, requests) = (snapshot.folders, snapshot.requests)
    plant()
  }

  /// The list has the method that is sent: that of the draft.
  /// - Parameter isFiles: whether the file has the same; what was read of the workspace may still have that of the draft.
  mutating func note(method: String, isFiles: Bool, of id: RequestID) {
    let wanted = isFiles && !drafted.contains(id) ? nil : method.isEmpty ? "GET" : method
    guard !id.isScratch, methods[id] != wanted else { return }
    methods[id] = wanted
    plant()
  }

  /// A filter finds the URL of a draft, as it is sent.
  mutating func note(url: String, isFiles: Bool, of id: RequestID) {
    guard !id.isScratch else { return }
    urls[id] = isFiles && !drafted.contains(id) ? nil : url
  }

  mutating func beginFilter() {
    plant()
    look.beginFilter(at: selectedRow?.id)
  }

  /// A request that was opened or sent is the place of a person from then on.
  package mutating func stay(on request: RequestID) {
    if selected == request { look.forgetPlace() }
  }

  private mutating func plant() {
    let isAsFiles = methods.isEmpty && urls.isEmpty
    replace(RequestTree(folders: folders, requests: isAsFiles ? requests : requests.map(asSent)))
  }

  /// With the method and the URL of its draft, where it has one.
  package func asSent(_ request: RequestSummary) -> RequestSummary {
    var request = request
    request.method = methods[request.id] ?? request.method
    request.url = urls[request.id] ?? request.url
    return request
  }

  mutating func open() -> [Effect] {
    look.endFilter()
    guard let row = selectedRow else { return [] }
    guard let request = row.request else {
      fold()
      return []
    }
    return [.then(.request(.open(request.id, focus: .composer)))]
  }

  mutating func fold() {
    guard let row = selectedRow else { return }
    let folder = row.folder
    guard !folder.isEmpty else { return }
    if !row.isFolder { select(row: folder) }
    look.toggle(folder)
    refresh()
  }

  /// Everything, or nothing when everything is folded already.
  mutating func foldAll() {
    let folders = Set(names: tree.rows(folded: []).filter(\.isFolder).map(\.id))
    look.folded = folders.isSubset(of: look.folded) ? [] : folders
    let parent = selectedRow?.id.folderPath ?? ""
    refresh()
    if !look.folded.isEmpty, !parent.isEmpty { select(row: String(parent.prefix { $0 != "/" })) }
  }

  /// Folds the folder under the cursor, or goes to the folder that it is in.
  mutating func leave() {
    guard let row = selectedRow else { return }
    if row.content == .folder(isFolded: false) { return fold() }
    select(row: row.id.folderPath)
  }

  private mutating func clearFilter() {
    let place = look.clearFilter(at: selectedRow?.id)
    refresh()
    if let place { select(row: place) }
  }

  private mutating func select(row id: String) {
    if let place = rows.firstIndex(where: { $0.id.isIdentical(to: id) }) { cursor.jump(to: place) }
  }

  /// Those of the folder that the cursor is on or in; at the top those of the workspace.
  var defaultsUnderCursor: RequestID {
    let folder = selectedRow?.folder ?? ""
    return .defaults(of: folder.isEmpty ? .workspace : .folder(folder))
  }

  /// Performs an action on a file that continues in a pop-up, or in another pane.
  mutating func endFilter() { look.endFilter() }

  /// The folder or the request under the cursor.
  var file: ListedFile? {
    if let row = selectedRow, row.isFolder { return .folder(row.id) }
    return selected.map { .request($0) }
  }
}

extension Sidebar.Action {
  /// Files that come and go move no cursor of a person's.
  fileprivate var comesFromElsewhere: Bool {
    switch self {
    case .workspace, .edited: true
    default: false
    }
  }
}
