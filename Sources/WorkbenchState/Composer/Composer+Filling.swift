import ParleyModel
import WorkbenchParts
import WorkbenchServices

// Values that come into the request from a response or a link, and are shown then.
extension Composer {
  /// Takes the place of what was expected of the same header, and shows it.
  mutating func expect(_ row: DraftRow) {
    edit { draft in
      draft.expectedHeaders.removeAll { $0.name.lowercased() == row.name.lowercased() }
      draft.expectedHeaders.append(row)
    }
    show(.expect)
    position.go(to: .content)
    cursor.select(fixed.count + rows.count - 1)
  }

  /// Takes the place of what the key took before, and shows it.
  mutating func capture(_ row: DraftRow) {
    edit { draft in
      draft.captures.removeAll { $0.name == row.name }
      draft.captures.append(row)
    }
    show(.capture)
    position.go(to: .content)
    cursor.select(rows.count - 1)
  }

  /// A filter that must be true of the response, and shows it.
  mutating func expect(filter: String) {
    edit { draft in
      if !draft.expectedFilters.contains(filter) { draft.expectedFilters.append(filter) }
    }
    show(.expect)
    position.go(to: .content)
    let place = draft.expectedFilters.firstIndex(of: filter)
    cursor.jump(to: fixed.firstIndex { row in place.map { row.id == .filter($0) } ?? false } ?? 0)
  }

  mutating func expect(status: Int) {
    edit { $0[.status] = "\(status)" }
    show(.expect)
    position.go(to: .content)
    cursor.select(0)
  }

  /// Puts a value where a variable of the path or a parameter of the query stands, and shows it. A parameter that is off is
  /// on from now on.
  mutating func fill(_ kind: ValuePlace.Kind, _ name: String, _ text: String) {
    switch kind {
    case .path: edit { $0.setPath(name, text) }
    case .query: edit { $0.setQuery(name, text) }
    }
    show(.params)
    position.go(to: .content)
    let place =
      kind == .path
      ? fixed.firstIndex { $0.id == .path(name) } : rows.firstIndex { $0.name == name }.map { fixed.count + $0 }
    cursor.jump(to: place ?? 0)
  }

  /// A name that comes several times has all its values, and no more of them than the link has. Other parameters stay.
  mutating func fill(query link: [DraftRow]) {
    edit { draft in
      draft.changeParameters { rows in
        var open = link
        for place in rows.indices where link.contains(where: { $0.name == rows[place].name }) {
          let next = open.firstIndex { $0.name == rows[place].name }
          rows[place].isOn = next != nil
          if let next { rows[place].value = open.remove(at: next).value }
        }
        rows += open
      }
    }
    show(.params)
    position.go(to: .content)
  }
}

extension RequestDraft {
  fileprivate mutating func setQuery(_ name: String, _ value: String) {
    var parameters = Parameters(of: self)
    if let place = parameters.rows.firstIndex(where: { $0.row.name == name }) {
      parameters.change(place) { ($0.value, $0.isOn) = (value, true) }
    } else {
      parameters.rows.append(.init(row: DraftRow(name, value)))
    }
    parameters.write(to: &self)
  }
}
