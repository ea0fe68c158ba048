import ParleyModel
import ParleyText
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

extension Composer {
  package mutating func update(_ action: Action, in context: ViewContext) -> [Effect] {
    let before = draft
    let address = typedAddress
    shownAt = context.moment
    let effects = apply(action, in: context)
    return (draft == before || action.bringsDraft ? effects : effects + consequences) + readAddress(address)
      + askForWords()
  }

  /// The text of the URL's field; nil while that is not open.
  private var typedAddress: String? { field.flatMap { $0.place == .url ? $0.area.text : nil } }

  /// Reads what was typed into the URL's field, once that is left, where it says more than a URL.
  private mutating func readAddress(_ text: String?) -> [Effect] {
    if !leftOut.isEmpty {
      defer { leftOut = "" }
      return [.say(.done("A new request: the one before had \(leftOut), which u brings back."))]
    }
    if let text, field == nil, url != text, case (let method?, _)? = RequestText.address(in: text),
      let meant = RequestText.methodMeant(by: method)
    {
      return [.say(.refused("\(method) is not a usual method. Did you mean “\(meant)”? m changes it."))]
    }
    guard let text, field == nil, url == text, RequestText.saysMore(text) else { return [] }
    return [.perform(DraftEffect.read(text, of: address, sends: false))]
  }

  private mutating func apply(_ action: Action, in context: ViewContext) -> [Effect] {
    switch action {
    case .perform(let body): return body(&self, context)
    case .loaded(let loaded): return load(loaded)
    case .previewed(let preview): show(preview)
    case .imported(let imported, let pasted): return take(imported, pasted: pasted)
    case .staged(let path): return [.terminal(.editStaged(file: path, then: DraftEffect.collect(path, of: address)))]
    case .collected(let text): if let text = EditorText.changed(self.text ?? "", into: text) { setText(text) }
    case .move(let step): move(step)
    case .show(let tab): show(tab)
    case .completing(let action): return update(action)
    case .accept: return accept()
    case .settle: settle()
    case .undo: return undo().telling("Undone; Ctrl-R redoes it.")
    case .redo: return redo().telling("Redone; u undoes it.")
    case .copy(let what): return copy(what)
    case .files(let files): return [.then(.sending(.pickFile(files)))]
    case .change(let change):
      guard onDisk.faulty == nil else { return [] }
      let (before, wasOpen) = (draft, field?.place == .url)
      apply(change)
      if case .editURL = change, !wasOpen { return addressHint }
      if case .enter = change, !wasOpen { return addressHint }
      if case .delete = change, draft != before { return [.say(.done("Deleted; u brings it back."))] }
      if let expected = change.expected, draft != before {
        return [.say(.done("Expects \(expected) from now on; u in the composer takes it back."))]
      }
      if case .format = change { return [.say(saysFormatted(draft != before))] }
    }
    return []
  }

  /// The URL's field opens with all of it selected.
  private var addressHint: [Effect] {
    guard let field, field.place == .url, !field.area.text.isEmpty else { return [] }
    return [.say(.done("Typing replaces the URL; an arrow key keeps it."))]
  }

  private func saysFormatted(_ hasChanged: Bool) -> Notice {
    guard hasChanged else { return .done("The JSON was formatted already.") }
    return .done("Formatted the JSON; \(field == nil ? "u" : "Alt-u") undoes it.")
  }

  private mutating func apply(_ change: Change) {
    switch change {
    case .enter: enter()
    case .editURL: startEditing(.url)
    case .beginURL: beginURL()
    case .rename: if let row = selectedRow { startEditing(.cell(row, .name)) }
    case .add: add()
    case .toggle: toggle()
    case .delete: delete()
    case .turnText:
      endEditing()
      if tab != .body { show(.body) }
      position.turnText()
      scroll = TextScroll()
      refresh()
    case .take(let file): take(file: file)
    case .goTo(let key): go(to: key)
    case .expect(let status): expect(status: status)
    case .expectHeader(let row): expect(row)
    case .expectFilter(let filter): expect(filter: filter)
    case .capture(let row): capture(row)
    case .fill(let kind, let name, let text): fill(kind, name, text)
    case .fillQuery(let rows): fill(query: rows)
    case .duplicate: duplicate()
    case .shift(let step): shift(step)
    case .chooseMethod: chooseMethod()
    case .chooseBodyKind: chooseBodyKind()
    case .format: format()
    case .goToMistake: goToMistake()
    }
  }
}

extension [Effect] {
  /// With words about what was done, where anything was.
  fileprivate func telling(_ words: String) -> [Effect] { isEmpty ? [] : self + [.say(.done(words))] }
}

extension Composer.Change {
  /// The part of a response that is expected by it; nil for any other change.
  fileprivate var expected: String? {
    switch self {
    case .expect(let status): "the status \(status)"
    case .expectHeader(let row): "the header \(row.name)"
    case .expectFilter: "this value"
    default: nil
    }
  }
}

extension Composer.Action {
  /// Whether the draft that comes with it is on disk already.
  fileprivate var bringsDraft: Bool {
    switch self {
    case .loaded, .undo, .redo: true
    default: false
    }
  }
}

// Answers and news from elsewhere.
extension Composer {
  private mutating func take(_ imported: ImportedDraft?, pasted: String) -> [Effect] {
    guard let imported else {
      changeField { $0.paste(pasted) }
      return []
    }
    field = nil
    sealStep()
    let before = draft
    edit { $0 = imported.draft }
    position.go(to: .url)
    let kept = imported.kept.joined(separator: ", ")
    let said: [Effect] =
      kept.isEmpty ? [] : [.say(.done("Kept encrypted on this machine, in Shared data: \(kept).").logged())]
    return Self.saying(replaced: before, by: draft) + said
      + (imported.notes.isEmpty ? [] : [.then(.request(.tellImport(imported.notes)))])
  }

  /// A request that had more than a URL is not replaced without a word.
  private static func saying(replaced before: RequestDraft, by draft: RequestDraft) -> [Effect] {
    let parts = before.partsBesideURL
    guard !parts.isEmpty, before != draft else { return [] }
    return [.say(.done("The request is replaced, with its \(parts): u brings it back."))]
  }

  func editOutside() -> [Effect] {
    guard let text else { return file.isEmpty ? [] : [.terminal(.edit(file: file, line: nil))] }
    return [.perform(DraftEffect.stage(text, suffix: isJSON ? ".json" : tab == .docs ? ".md" : ".txt", of: address))]
  }

  private func copy(_ what: Copy) -> [Effect] {
    switch what {
    case .path: copyAddress(url.withoutOrigin)
    case .url: copyAddress(preview.url.isEmpty ? url : preview.url)
    case .curl(let showsSecrets):
      [.perform(CurlExportEffect(intent: CurlExport(SendIntent(request, draft), showsSecrets: showsSecrets)))]
    case .text: written.map { [.terminal(.copy($0.text, of: "the text as written"))] } ?? []
    case .value: written.map { [.terminal(.copy(filled($0.text, $0.field), of: "the value"))] } ?? []
    }
  }

  private func copyAddress(_ text: String) -> [Effect] { [.terminal(.copy(text, of: text))] }
}

// Keys that no command claims, and pastes.
extension Composer {
  package mutating func handle(_ event: InputEvent, in context: ViewContext) -> [Effect] {
    guard onDisk.faulty == nil else { return [] }
    let address = typedAddress
    return take(event, in: context) + readAddress(address) + askForWords()
  }

  private mutating func take(_ event: InputEvent, in context: ViewContext) -> [Effect] {
    if case .mouse(let mouse) = event { return handle(mouse, in: context) }
    if menu != nil {
      menu?.handle(event)
      return []
    }
    if case .paste(let text) = event, let effects = handlePaste(text) { return effects }
    if case .key(let key) = event, key.typed == ":", isBeforeURL { return [.then(.overlay(.palette))] }
    return type(event)
  }

  /// Whether the field waits for the URL of a request that is in no file: none begins with a colon, as the commands do.
  private var isBeforeURL: Bool {
    guard let field, field.place == .url, request.isScratch else { return false }
    let selected = field.area.selection.map { $0.upperBound.character - $0.lowerBound.character } ?? 0
    return field.area.text.count == selected
  }

  /// A curl command makes a whole request, into the URL's field or on it.
  private mutating func handlePaste(_ text: String) -> [Effect]? {
    let isForURL = field.map { $0.place == .url } ?? (spot == .url)
    if takesPastedText { startEditing(.text) }
    guard isForURL, !isAddressFixed else { return nil }
    if CurlText.isCommand(text) { return [.perform(DraftEffect.importCurl(text, of: address))] }
    if field == nil {
      startEditing(.url)
      field?.area.replaceAll(with: "")
    }
    return nil
  }

  private mutating func type(_ event: InputEvent) -> [Effect] {
    guard var area = field?.area else { return [] }
    let before = draft
    let hasChanged = area.handle(event)
    field?.area = area
    if hasChanged { noteAnew(event) }
    field?.completion = nil
    field?.wantsCompletion = hasChanged
    if hasChanged {
      writeField()
      complete()
    }
    return draft == before ? [] : consequences
  }

  /// Nothing is left of what the field began with once only one letter stands there, or what was pasted.
  private mutating func noteAnew(_ event: InputEvent) {
    guard let text = field?.area.text else { return }
    if case .paste(let pasted) = event, text == pasted.trimmed { field?.isAnew = true }
    if text.count <= 1 { field?.isAnew = true }
  }

  mutating func changeField(_ change: (inout TextField) -> Void) {
    guard var area = field?.area else { return }
    change(&area)
    field?.area = area
    field?.completion = nil
    field?.wantsCompletion = false
    writeField()
  }
}

extension Composer {
  mutating func handle(_ mouse: Mouse, in context: ViewContext) -> [Effect] {
    switch mouse.action {
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    case .press(.left):
      let layout = layout(in: Rect(origin: .zero, size: size))
      if menu == nil, sendButton(in: layout.url).contains(mouse.point) { return [.then(.sending(.send))] }
      let wasOpen = field?.place == .url
      click(mouse.point)
      return wasOpen ? [] : addressHint
    default: break
    }
    return []
  }

  private mutating func scroll(by lines: Int) {
    if showsText {
      scroll.move(lines: lines, of: textLineCount, height: textHeight)
    } else {
      cursor.scroll(by: lines)
    }
  }

  private mutating func click(_ point: Point) {
    let layout = layout(in: Rect(origin: .zero, size: size))
    if menu != nil || field?.completion != nil { return leaveChoice() }
    if layout.url.contains(point) {
      clickURL(point)
    } else if layout.tabs.contains(point) {
      if let hit = tabPlaces.first(where: { $0.columns.contains(point.x) }) { show(hit.tab) }
    } else if layout.kind.contains(point) {
      openMenu(.bodyKinds(selected: draft.body), at: .kind)
    } else if layout.content.contains(point) {
      clickContent(point, layout.content)
    }
  }

  private mutating func clickURL(_ point: Point) {
    guard request.defaults == nil else { return }
    let method = draft.method.isEmpty ? "GET" : draft.method
    if point.x <= CellWidth.columns(of: method) + 1 {
      chooseMethod()
    } else if field?.place != .url {
      endEditing()
      startEditing(.url)
    }
  }

  /// The second click on the same row edits it.
  private mutating func clickContent(_ point: Point, _ area: Rect) {
    endEditing()
    guard showsRows else {
      position.go(to: .content)
      return enter()
    }
    let line = cursor.top + point.y - area.y
    let isSecond = spot == .content && cursor.selected == line
    position.go(to: .content)
    guard line < cursor.count else { return }
    cursor.select(line)
    if isSecond { enter() }
  }
}
