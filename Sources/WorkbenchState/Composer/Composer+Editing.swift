import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
package import WorkbenchServices

// Typing.
extension Composer {
  /// Whether the body is of a kind with a text, and nothing stands in it yet.
  var hasEmptyText: Bool { tab == .body && text?.isEmpty == true }

  /// Whether a pasted text belongs into the body: that is in view and waits for one.
  package var takesPastedText: Bool {
    guard hasEmptyText, field == nil, menu == nil else { return false }
    return switch spot {
    case .tabs, .kind, .content: true
    case .method, .url: false
    }
  }

  mutating func startEditing(_ place: Field.Place) {
    if isAddressFixed, place == .url || place == .method { return }
    menu = nil
    sealStep()
    switch place {
    case .method:
      position.go(to: .method)
      field = Field(place: place, area: TextField(draft.method))
    case .url:
      position.go(to: .url)
      field = Field(place: place, area: TextField(url))
      // Also one that ends like a path to be continued: what is typed takes its place.
      field?.area.selectAll()
    case .cell(let row, let column):
      guard rows.indices.contains(row) else { return }
      position.go(toColumn: column)
      cursor.select(fixed.count + row)
      field = Field(place: place, area: TextField(rows[row][column]))
    case .fixed(let id):
      guard let line = fixed.firstIndex(where: { $0.id == id }) else { return }
      position.go(to: .content)
      cursor.select(line)
      field = Field(place: place, area: TextField(fixed[line].value))
    case .text:
      guard let text else { return }
      position.go(to: .content)
      let line = textLine(atRow: scroll.top)
      field = Field(place: place, area: TextField(lines: text, at: line, isCode: contents.isCode))
    }
    let opened = field?.area.text ?? ""
    field?.opened = opened
    fitField()
  }

  mutating func beginURL() {
    guard draft.url == RequestDraft.new.url else { return }
    startEditing(.url)
    field?.area.selectAll()
  }

  /// Whether the draft says what stands in the field.
  var isFieldTrue: Bool {
    guard let field else { return true }
    var other = self
    other.startEditing(field.place)
    return other.field?.area.text == field.area.text
  }

  /// The row of the list that is typed into.
  var openRow: DraftRow? {
    guard case .cell(let row, _)? = field?.place, rows.indices.contains(row) else { return nil }
    return rows[row]
  }

  /// Writes what stands in the field to the draft.
  mutating func writeField() {
    guard let field else { return }
    let text = field.area.text
    let lists = listStyle
    switch field.place {
    case .method: edit(group: "method") { $0.method = text.uppercased() }
    case .url: edit(group: "url") { Parameters.setURL(text, in: &$0, lists: lists) }
    case .cell(let row, let column):
      changeRows(group: "\(tab) \(row) \(column)") { rows in
        guard rows.indices.contains(row) else { return }
        rows[row][column] = text
      }
      joinAddition(field)
    case .fixed(let id): setFixed(id, text, group: "\(id)")
    case .text: setText(text, group: "text")
    }
  }

  /// Takes the keys from the field. The typed text stays.
  mutating func endEditing() {
    guard let field else { return }
    self.field = nil
    sealStep()
    switch field.place {
    case .cell(let row, _):
      removeIfEmpty(row)
      joinAddition(field)
    case .fixed: dropEmptyFilters()
    case .url:
      if field.isAnew { beginAnew(after: field) }
      takeMethodOutOfURL()
      beginPathWithSlash()
    case .text: scroll.reveal(row(ofTextLine: field.area.cursor.line), height: textHeight)
    case .method: if draft.method == "GET", saved.method.isEmpty { edit { $0.method = "" } }
    }
  }

  mutating func goToMistake() {
    guard let mistake else { return }
    if field?.place != .text { startEditing(.text) }
    field?.area.move(to: TextPosition(line: mistake.line, character: mistake.column))
  }

  /// Lets the draft say what is displayed. The URL's field is left, so that the next keys are no part of it.
  mutating func settle() {
    leaveChoice()
    if field?.place == .url, !saysMoreThanURL { endEditing() }
  }

  /// A request in no file whose URL was typed or pasted anew is another request, where the one before is of an earlier session or
  /// the URL leads to another server: nothing of the one before goes there. Undo takes that along, and once more brings back its URL.
  private mutating func beginAnew(after field: Field) {
    guard request.isScratch, !saysMoreThanURL, let old = Self.host(of: field.opened), let new = Self.host(of: url),
      field.isOfBefore || old != new
    else { return }
    let text = url
    var blank = RequestDraft(method: "", url: "")
    Parameters.setURL(text, in: &blank)
    guard draft != blank else { return }
    leftOut = draft.partsBesideURL
    edit { $0 = blank }
  }

  /// The server of an address, with its port and without its scheme; nil for a path and where a template stands there.
  private static func host(of address: String) -> String? {
    let words = address.split(separator: " ")
    let url = words.count > 1 ? words[1] : address[...]
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let host = url[start...].prefix { !"/?#".contains($0) }
    return host.isEmpty || host.contains("{") ? nil : host.lowercased()
  }

  private mutating func removeIfEmpty(_ row: Int) {
    guard rows.indices.contains(row), rows[row].name.isEmpty, rows[row].value.isEmpty else { return }
    changeRows { $0.remove(at: row) }
  }

  /// Whether a body or items were typed behind the URL, or a command in its place. The URL of a file is one.
  package var saysMoreThanURL: Bool { draft.url != saved.url && RequestText.saysMore(url) }

  /// `POST https://…` in the URL's field says the method too.
  private mutating func takeMethodOutOfURL() {
    guard !saysMoreThanURL, case (let method?, let url)? = RequestText.address(in: draft.url) else { return }
    edit { draft in (draft.method, draft.url) = (method, url) }
  }
}

extension Composer {
  /// `200` on a server is `/200`, and is written as it is sent. What a file has stays.
  private mutating func beginPathWithSlash() {
    guard !servers.isEmpty, draft.url != saved.url, !saysMoreThanURL, Self.isBarePath(draft.url) else { return }
    edit { $0.url = "/" + $0.url }
  }

  /// True for nothing that may be a host, with its dots or its port, or that a template begins.
  private static func isBarePath(_ url: String) -> Bool {
    let first = url.prefix { !"/?#".contains($0) }
    return !first.isEmpty && first != "localhost"
      && first.allSatisfy { $0.isLetter || $0.isNumber || "-_~".contains($0) }
  }
}

extension RequestDraft {
  /// Its parts besides the URL, in words: `POST, body, 2 headers`; empty where that is nothing.
  package var partsBesideURL: String {
    let expectations = expectedHeaders.count + expectedFilters.count + (self[.status].isEmpty ? 0 : 1)
    let parts = [
      ["", "GET"].contains(method) ? nil : method, body == .none ? nil : "body",
      headers.isEmpty ? nil : headers.count.counted("header"), self[.auth].isEmpty ? nil : "auth",
      expectations == 0 ? nil : expectations.counted("expectation"),
      captures.isEmpty ? nil : captures.count.counted("capture"),
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension DraftRow {
  subscript(column: Composer.Column) -> String {
    get { column == .name ? name : value }
    set { if column == .name { name = newValue } else { value = newValue } }
  }
}

// What is done to the line under the cursor, whatever it is a line of.
extension Composer {
  mutating func toggle() {
    if let fixed = selectedFixed { return turnFixed(fixed) }
    guard let row = selectedRow else { return }
    if tab == .body, draft.body.kind == .messages {
      return changeRows { $0[row].name = $0[row].isSent ? "wait" : "send" }
    }
    changeRows { $0[row].isOn.toggle() }
  }

  mutating func delete() {
    if case .filter(let place)? = selectedFixed?.id {
      guard draft.expectedFilters.indices.contains(place) else { return }
      return edit { $0.expectedFilters.remove(at: place) }
    }
    if let fixed = selectedFixed { return setFixed(fixed.id, "") }
    if let row = selectedRow { changeRows { $0.remove(at: row) } }
  }

  /// Into the part under the cursor, or into one of its own.
  mutating func take(file: String) {
    guard contents.takesFile else { return }
    guard case .multipart(var parts) = draft.body else { return setFixed(.setting(.filePath), file) }
    if let row = selectedRow {
      parts[row].row.value = file
      parts[row].isFile = true
    } else {
      parts.append(DraftPart(DraftRow("file", file), isFile: true))
    }
    edit { $0.body = .multipart(parts) }
  }

  /// Filters that were emptied are none.
  mutating func dropEmptyFilters() {
    guard draft.expectedFilters.contains("") else { return }
    edit(group: "filters") { $0.expectedFilters.removeAll { $0.isEmpty } }
  }
}
