import ParleyWorkspace

// Lists: rows of one name in a row, which a style makes items of. What the URL itself has is sent as it is written.
extension Parameters {
  /// An item of the query as it is sent, and the rows it is made of.
  struct Item: Hashable {
    let text: String
    let places: [Int]
  }

  /// The items that the rows make which are on.
  func items(_ lists: QueryStyleName) -> [Item] {
    runs.flatMap { places in
      places.count == 1 ? [Item(text: text(of: places[0]), places: places)] : items(ofList: places, lists)
    }
  }

  /// The rows that are on, those of a list together.
  private var runs: [[Int]] {
    rows.indices.filter { rows[$0].row.isOn }.reduce(into: []) { runs, place in
      if let last = runs.last?.last, areOfOneList(last, place) {
        runs[runs.count - 1].append(place)
      } else {
        runs.append([place])
      }
    }
  }

  private func areOfOneList(_ left: Int, _ right: Int) -> Bool {
    rows[left].written == nil && rows[right].written == nil && rows[left].row.name == rows[right].row.name
  }

  private func text(of place: Int) -> String { rows[place].written ?? Self.written(rows[place].row) }

  private func items(ofList places: [Int], _ lists: QueryStyleName) -> [Item] {
    switch lists {
    case .repeated: places.map { Item(text: text(of: $0), places: [$0]) }
    case .brackets:
      places.map { place in
        let row = rows[place].row
        let name = row.name.hasSuffix("[]") ? row.name : row.name + "[]"
        return Item(text: Self.written(DraftRow(name, row.value)), places: [place])
      }
    case .comma: [Item(text: Self.written(places.map { rows[$0].row }), places: places)]
    }
  }
}

extension Parameters {
  /// The rows that an item stands for.
  /// - Parameters:
  ///   - name: of the row it takes the place of, or stands behind.
  ///   - isList: whether it takes the place of several rows.
  static func read(_ item: String, as name: String, isList: Bool, _ lists: QueryStyleName) -> [DraftRow] {
    let row = read(item)
    switch lists {
    case .brackets where row.name == name + "[]": return [DraftRow(name, row.value)]
    case .comma where isList && row.name == name: return values(of: item).map { DraftRow(name, $0) }
    case .repeated, .brackets, .comma: return [row]
    }
  }
}

extension Composer {
  /// The whole URL as it is sent.
  var url: String { Parameters.url(of: draft, lists: listStyle) }

  /// How a list stands in the query: as the request says, else what it inherits.
  var listStyle: QueryStyleName {
    let own = draft[.queryStyle]
    return QueryStyleName(rawValue: own.isEmpty ? preview.settings[.queryStyle]?.value ?? "" : own) ?? .repeated
  }
}
