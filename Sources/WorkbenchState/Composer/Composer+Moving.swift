import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices

// Getting about.
extension Composer {
  package mutating func show(_ tab: Tab) {
    guard tabs.contains(tab) else { return }
    endEditing()
    menu = nil
    position.show(tab)
    scroll = TextScroll()
    refresh()
  }

  /// Shows the tab of a setting, with the cursor on it.
  mutating func go(to key: SettingKey) {
    show(key.field.tab == .auth ? .auth : key.field.tab == .expect ? .expect : .options)
    position.go(to: .content)
    if let line = fixed.firstIndex(where: { $0.id == .setting(key) }) { cursor.jump(to: line) }
  }

  /// Shows a tab, with the cursor on the own row of this name.
  package mutating func go(toRow name: String, of tab: Tab) {
    show(tab)
    position.go(to: .content)
    if let row = rows.firstIndex(where: { $0.name == name }) { cursor.select(fixed.count + row) }
  }

  mutating func turnTab(_ step: Int) {
    let place = tabs.firstIndex(of: tab) ?? 0
    show(tabs[(place + step + tabs.count) % tabs.count])
  }

  mutating func move(_ step: ListCursor.Step) {
    switch (spot, step) {
    case (.content, _) where !isAtTop || !step.isUp: moveInContent(step)
    case (_, .lines(let lines)): position.climb(lines > 0 ? 1 : -1, hasAddress: !isAddressFixed)
    case (_, .pages(let pages)): position.climb(pages > 0 ? 1 : -1, hasAddress: !isAddressFixed)
    case (_, .first): position.go(to: isAddressFixed ? .tabs : .url)
    case (_, .last): position.go(to: .content)
    }
  }

  private var isAtTop: Bool {
    showsRows ? cursor.selected == 0 : scroll.top == 0
  }

  private mutating func moveInContent(_ step: ListCursor.Step) {
    guard showsText else { return cursor.move(step) }
    let page = max(1, textHeight - 1)
    switch step {
    case .lines(let lines): scroll.move(lines: lines, of: textLineCount, height: textHeight)
    case .pages(let pages): scroll.move(lines: pages * page, of: textLineCount, height: textHeight)
    case .first: (scroll.top, scroll.left) = (0, 0)
    case .last: scroll.move(lines: textLineCount, of: textLineCount, height: textHeight)
    }
  }

  /// Left and right: method and URL, tab and tab, name and value.
  mutating func moveAcross(_ step: Int) {
    switch spot {
    case .method, .url: if !isAddressFixed { position.go(to: step < 0 ? .method : .url) }
    case .tabs, .kind: turnTab(step)
    case .content where selectedFixed != nil: turnTab(step)
    case .content where showsRows: position.go(toColumn: step < 0 ? .name : .value)
    case .content: scroll.left = sideScroll.moved(scroll.left, by: 8 * step)
    }
  }

  /// As far as the longest line in view goes on. Notes that are read are wrapped.
  private var sideScroll: SideScroll {
    guard readNotes == nil, let text else { return SideScroll(longest: 0, room: 0) }
    let (layout, uses) = (layout(in: Rect(origin: .zero, size: size)), contents.usesByLine)
    let shown = TextDrawing.lines(of: text, from: scroll.top, count: layout.content.height)
    let longest = shown.indices.map { line in
      CellWidth.columns(of: Sanitizer.visible(String(shown[line]))) + (uses[line] == nil ? 0 : layout.notes)
    }
    return SideScroll(longest: longest.max() ?? 0, room: layout.content.width - textGutter)
  }
}

extension ListCursor.Step {
  fileprivate var isUp: Bool {
    switch self {
    case .lines(let lines): lines < 0
    case .pages(let pages): pages < 0
    case .first: true
    case .last: false
    }
  }
}

// What Enter and its like do.
extension Composer {
  mutating func enter() {
    switch spot {
    case .method: chooseMethod()
    case .url: startEditing(.url)
    case .tabs:
      position.go(to: .content)
      if showsRows { enterContent() }
    case .kind: openMenu(.bodyKinds(selected: draft.body), at: .kind)
    case .content: enterContent()
    }
  }

  private mutating func enterContent() {
    if let fixed = selectedFixed {
      enter(fixed)
    } else if let row = selectedRow {
      startEditing(.cell(row, column))
    } else if let inherited = selectedInherited {
      override(inherited.header)
    } else if showsRows {
      add()
    } else if showsText {
      startEditing(.text)
    } else {
      openMenu(.bodyKinds(selected: draft.body), at: .kind)
    }
  }

  private mutating func enter(_ row: FixedRow) {
    guard case .setting(let key) = row.id, !row.choices.isEmpty else { return startEditing(.fixed(row.id)) }
    openMenu(.settings(key, row.choices, selected: row.value), at: .content)
  }

  /// A row of the request's own in place of one that comes from elsewhere.
  private mutating func override(_ header: InheritedHeader) {
    let isMasked = header.value.contains("••••")
    changeRows { $0.append(DraftRow(header.name, isMasked ? "" : header.value)) }
    startEditing(.cell(rows.count - 1, .value))
  }

  /// Behind the last of the request's own rows, wherever the cursor is.
  mutating func add() {
    guard contents.hasOwnRows else { return }
    let place = rows.count
    let isMessage = tab == .body && draft.body.kind == .messages
    let steps = history.steps
    changeRows { $0.append(DraftRow(isMessage ? "send" : "", "")) }
    startEditing(.cell(place, isMessage ? .value : .name))
    field?.stepsBefore = steps
  }

  mutating func duplicate() {
    guard let row = selectedRow else { return }
    changeRows { $0.insert($0[row], at: row + 1) }
    cursor.select(fixed.count + row + 1)
  }

  mutating func shift(_ step: Int) {
    guard let row = selectedRow, rows.indices.contains(row + step) else { return }
    changeRows { $0.swapAt(row, row + step) }
    cursor.select(fixed.count + row + step)
  }

  mutating func chooseMethod() {
    if !isAddressFixed { openMenu(.methods(selected: draft.method), at: .method) }
  }

  mutating func chooseBodyKind() {
    if tab != .body { show(.body) }
    openMenu(.bodyKinds(selected: draft.body), at: .kind)
  }

  mutating func openMenu(_ menu: ChoiceMenu, at spot: Spot) {
    endEditing()
    position.go(to: spot)
    self.menu = menu
  }

  mutating func format() {
    if hasJSONAside { show(.body) }
    guard isJSON, let text, mistake == nil else { return }
    let formatted = JSONFormatter.format(text)
    guard formatted != text else { return }
    scroll = TextScroll()
    guard field != nil else { return setText(formatted) }
    field?.area.replaceAll(with: formatted)
    writeField()
  }
}

// What goes on in a field.
extension Composer {
  /// Enter: from a name on to its value, otherwise out of the field.
  mutating func accept() -> [Effect] {
    guard let field else { return [] }
    if field.followsCompletion, field.area.text.isEmpty {
      self.field?.followsCompletion = false
      return []
    }
    if case .cell(let row, .name) = field.place, !field.area.text.isEmpty {
      splitHeader(row)
      startEditing(.cell(row, .value))
      self.field?.stepsBefore = field.stepsBefore
      return []
    }
    endEditing()
    let isSendable = field.place == .url && guest == nil && !draft.url.isEmpty && !saysMoreThanURL
    return isSendable ? [.say(.done("F5 sends it, Enter edits the URL again."))] : []
  }

  /// `Accept: text/csv` in the place of a name says the value too.
  private mutating func splitHeader(_ row: Int) {
    guard tab == .headers || tab == .expect, rows.indices.contains(row), rows[row].value.isEmpty,
      let colon = rows[row].name.firstIndex(of: ":"), colon > rows[row].name.startIndex
    else { return }
    changeRows {
      let name = $0[row].name
      $0[row].value = String(name[name.index(after: colon)...]).trimmed
      $0[row].name = String(name[..<colon]).trimmed
    }
  }

  /// Tab: from cell to cell. At the ends the field stays open, for what is typed next would be commands.
  mutating func nextCell(_ step: Int) -> [Effect] {
    if case .fixed(let id) = field?.place { return nextFixed(after: id, step) }
    guard case .cell(let row, let column) = field?.place else {
      endEditing()
      if step > 0 { position.go(to: .tabs) }
      return []
    }
    let next = 2 * row + (column == .name ? 0 : 1) + step
    guard next >= 0, rows.indices.contains(next / 2) else { return Self.staying(step) }
    if column == .name { splitHeader(row) }
    let steps = field?.stepsBefore
    endEditing()
    if rows.indices.contains(next / 2) { startEditing(.cell(next / 2, next % 2 == 0 ? .name : .value)) }
    if next / 2 == row { field?.stepsBefore = steps }
    return []
  }

  /// Lines whose values are chosen are passed over.
  private mutating func nextFixed(after id: FixedRow.ID, _ step: Int) -> [Effect] {
    let typed = fixed.filter { $0.choices.isEmpty }.map(\.id)
    let next = typed.firstIndex(of: id).map { $0 + step }.flatMap { typed.indices.contains($0) ? typed[$0] : nil }
    guard let place = next.map({ Field.Place.fixed($0) }) ?? (step > 0 && !rows.isEmpty ? .cell(0, .name) : nil) else {
      return Self.staying(step)
    }
    endEditing()
    startEditing(place)
    return []
  }

  private static func staying(_ step: Int) -> [Effect] {
    [.say(.refused("This is the \(step > 0 ? "last" : "first") field; Enter ends it."))]
  }

  mutating func indent() {
    _ = field?.area.handle(.key(.tab))
    writeField()
  }

  mutating func moveChoice(_ step: ListCursor.Step) {
    if menu != nil { menu?.cursor.move(step) } else { field?.completion?.move(step) }
  }

  mutating func leaveChoice() {
    if menu != nil { return menu = nil }
    field?.completion = nil
    field?.wantsCompletion = false
  }

  /// - Parameter isByTab: Tab accepts the first choice too; Enter takes over what was typed until another is gone to.
  mutating func acceptChoice(_ isByTab: Bool) -> [Effect] {
    if let menu {
      guard let choice = menu.choice else { return [] }
      self.menu = nil
      accept(choice, of: menu.subject)
    } else if let completion = field?.completion, var area = field?.area {
      leaveChoice()
      guard isByTab || completion.isChosen else { return accept() }
      let goesOn = completion.accept(in: &area)
      field?.area = area
      writeField()
      if goesOn {
        complete(isAsked: true)
      } else if isByTab, case .cell(_, .name)? = field?.place, completion.place == .word {
        // A name is complete: its value comes next.
        let effects = accept()
        self.field?.followsCompletion = true
        return effects
      }
    }
    return []
  }

  private mutating func accept(_ choice: String, of subject: ChoiceMenu.Subject) {
    switch subject {
    case .method where choice == ChoiceMenu.otherMethod:
      startEditing(.method)
    case .method:
      // A file that names no method means GET, and need not say so.
      let isImplied = choice == "GET" && saved.method.isEmpty
      edit { $0.method = isImplied ? "" : choice }
    case .bodyKind:
      guard let kind = DraftBody.Kind.allCases.first(where: { $0.title == choice }) else { return }
      edit { $0.body = $0.body.converted(to: kind) }
      position.showQuery()
      position.go(to: .content)
      // The next keys are meant for it, and would run commands.
      if hasEmptyText { startEditing(.text) }
    case .setting(let key):
      setFixed(.setting(key), choice == ChoiceMenu.nothing ? "" : choice)
      position.go(to: .content)
    case .step: break
    }
  }
}
