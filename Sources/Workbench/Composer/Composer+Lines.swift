// What is done to the line under the cursor, whatever it is a line of.
extension Composer {
  mutating func toggle() {
    if let fixed = selectedFixed { return turnFixed(fixed) }
    if let row = selectedRow { changeRows { $0[row].isOn.toggle() } }
  }

  mutating func delete() {
    if case .filter(let place)? = selectedFixed?.id {
      guard draft.expectedFilters.indices.contains(place) else { return }
      return edit { $0.expectedFilters.remove(at: place) }
    }
    if let fixed = selectedFixed { return setFixed(fixed.id, "") }
    if let row = selectedRow { changeRows { $0.remove(at: row) } }
  }

  /// Whether a file can be put in where the cursor is.
  var takesFile: Bool {
    guard tab == .body else { return false }
    return switch draft.body {
    case .multipart, .file: true
    case .none, .json, .text, .form, .graphql: false
    }
  }

  /// Into the part under the cursor, or into one of its own.
  mutating func take(file: String) {
    guard takesFile else { return }
    guard case .multipart(var parts) = draft.body else { return setFixed(.setting(.filePath), file) }
    if let row = selectedRow {
      parts[row].row.value = file
      parts[row].isFile = true
    } else {
      parts.append(DraftPart(DraftRow("file", file), isFile: true))
    }
    edit { $0.body = .multipart(parts) }
  }

  /// Takes the place of what was expected of the same header, and shows it.
  mutating func expect(_ row: DraftRow) {
    edit { draft in
      draft.expectedHeaders.removeAll { $0.name.lowercased() == row.name.lowercased() }
      draft.expectedHeaders.append(row)
    }
    show(.expect)
    spot = .content
    cursor.select(fixed.count + rows.count - 1)
  }

  /// Takes the place of what the key took before, and shows it.
  mutating func capture(_ row: DraftRow) {
    edit { draft in
      draft.captures.removeAll { $0.name == row.name }
      draft.captures.append(row)
    }
    show(.capture)
    spot = .content
    cursor.select(rows.count - 1)
  }

  /// A filter that must be true of the response, and shows it.
  mutating func expect(filter: String) {
    edit { draft in
      if !draft.expectedFilters.contains(filter) { draft.expectedFilters.append(filter) }
    }
    show(.expect)
    spot = .content
    let place = draft.expectedFilters.firstIndex(of: filter)
    cursor.select(fixed.firstIndex { row in place.map { row.id == .filter($0) } ?? false } ?? 0)
  }

  /// Filters that were emptied are none.
  mutating func dropEmptyFilters() {
    guard draft.expectedFilters.contains("") else { return }
    edit(group: "filters") { $0.expectedFilters.removeAll { $0.isEmpty } }
  }

  mutating func expect(status: Int) {
    edit { $0[.status] = "\(status)" }
    show(.expect)
    spot = .content
    cursor.select(0)
  }
}
