import WorkbenchParts
import WorkbenchServices

// A value that is used in a request.
extension Composer {
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
    cursor.select(place ?? 0)
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
