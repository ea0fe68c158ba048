import ParleyEngine
import ParleyModel
package import ParleyText

/// The query of a draft as one list of rows: those written in its URL, then those of its `query`.
///
/// It is a view on the draft: reading it changes nothing, and what is set goes back to where it came from, so that a file keeps
/// its way of writing. A row that is off, and every row behind one that is not in the URL, cannot stand in the URL.
package struct Parameters: Hashable {
  package struct Row: Hashable {
    package var row: DraftRow
    /// How it stands in the URL, as written; nil for a row of `query`.
    package var written: String?

    package init(row: DraftRow, written: String? = nil) { (self.row, self.written) = (row, written) }
  }

  package var rows: [Row]

  package init(of draft: RequestDraft) {
    let written = QueryText(draft.url).items.map { Row(row: Self.read($0), written: $0) }
    rows = written + draft.query.map { Row(row: $0) }
  }

  package func write(to draft: inout RequestDraft) {
    var text = QueryText(draft.url)
    let inURL = rows.prefix { $0.written != nil && $0.row.isOn }
    text.items = inURL.compactMap(\.written)
    draft.url = text.text
    draft.query = rows[inURL.count...].map(\.row)
  }

  /// Changes a row; one that stands in the URL is written again there.
  package mutating func change(_ index: Int, _ body: (inout DraftRow) -> Void) {
    body(&rows[index].row)
    guard let before = rows[index].written else { return }
    let row = rows[index].row
    // A name that stood alone stays alone as long as it has no value.
    let isBare = row.value.isEmpty && !before.contains("=")
    rows[index].written = isBare ? String(Self.written(row).prefix { $0 != "=" }) : Self.written(row)
  }
}

// The whole URL.
extension Parameters {
  /// The draft's URL with every row that is on in its query, as it is sent.
  package static func url(of draft: RequestDraft, lists: QueryStyleName = .repeated) -> String {
    var text = QueryText(draft.url)
    text.items = Parameters(of: draft).items(lists).map(\.text)
    return text.text
  }

  /// Takes a whole URL apart again. Rows that are still there stay where they are, those that were off too.
  package static func setURL(_ url: String, in draft: inout RequestDraft, lists: QueryStyleName = .repeated) {
    guard url != self.url(of: draft, lists: lists) else { return }
    var text = QueryText(url)
    let parameters = Parameters(of: draft).aligned(with: text.items, lists)
    text.items = []
    draft.url = text.text
    parameters.write(to: &draft)
  }

  /// Makes the rows say exactly the items that were typed. If rows of lists cannot, each item becomes a row of its own.
  private func aligned(with items: [String], _ lists: QueryStyleName) -> Parameters {
    var aligned = self
    aligned.align(with: items, lists)
    guard aligned.items(lists).map({ Self.read($0.text) }) != items.map(Self.read) else { return aligned }
    aligned = self
    aligned.align(with: items, .repeated)
    return aligned
  }

  /// Makes the rows that are on say `items`, changing as few as possible.
  private mutating func align(with items: [String], _ lists: QueryStyleName) {
    let old = self.items(lists)
    let front = zip(old, items).prefix { $0.text == $1 }.count
    let back = zip(old.dropFirst(front).reversed(), items.dropFirst(front).reversed()).prefix { $0.text == $1 }.count
    let changed = Array(old[front..<(old.count - back)])
    let wanted = Array(items[front..<(items.count - back)])
    // From the back, so that the places in front stay what they are.
    if wanted.count > changed.count {
      let before = changed.last ?? (front > 0 ? old[front - 1] : nil)
      insert(wanted[changed.count...], behind: before?.places.last, lists)
    }
    for item in changed.dropFirst(wanted.count).reversed() { remove(item.places[...]) }
    for (item, text) in zip(changed, wanted).reversed() { rewrite(item.places, as: text, lists) }
  }

  private mutating func remove(_ places: ArraySlice<Int>) {
    for place in places.reversed() { rows.remove(at: place) }
  }

  private mutating func rewrite(_ places: [Int], as item: String, _ lists: QueryStyleName) {
    let first = rows[places[0]]
    guard first.written == nil else {
      rows[places[0]] = Row(row: Self.read(item), written: item)
      return
    }
    let new = Self.read(item, as: first.row.name, isList: places.count > 1, lists)
    for (place, row) in zip(places, new) { rows[place].row = row }
    if new.count > places.count {
      rows.insert(contentsOf: new[places.count...].map { Row(row: $0) }, at: places[places.count - 1] + 1)
    } else {
      remove(places[new.count...])
    }
  }

  /// New ones stand where the one before them stands, and in the URL when there is none.
  private mutating func insert(_ items: ArraySlice<String>, behind place: Int?, _ lists: QueryStyleName) {
    let isInURL = place.map { rows[$0].written != nil } ?? true
    let name = place.map { rows[$0].row.name } ?? ""
    let new = items.flatMap { item in
      isInURL
        ? [Row(row: Self.read(item), written: item)]
        : Self.read(item, as: name, isList: false, lists).map { Row(row: $0) }
    }
    rows.insert(contentsOf: new, at: place.map { $0 + 1 } ?? 0)
  }
}

// From outside of the composer.
extension Parameters {
  /// The names in a draft's query, each once, in their order.
  package static func names(of draft: RequestDraft) -> [String] {
    Parameters(of: draft).rows.reduce(into: []) { if !$0.contains($1.row.name) { $0.append($1.row.name) } }
  }

  /// Those of a URL, decoded.
  package static func rows(of url: String) -> [DraftRow] { Parameters(of: RequestDraft(url: url)).rows.map(\.row) }
}

// One row as a URL has it.
extension Parameters {
  package static func read(_ item: String) -> DraftRow {
    guard let mark = TemplateScanner.firstIndex(in: item[...], where: { $0 == "=" }) else {
      return DraftRow(decoded(item), "")
    }
    return DraftRow(decoded(String(item[..<mark])), decoded(String(item[item.index(after: mark)...])))
  }

  /// The values of an item whose commas part them.
  package static func values(of item: String) -> [String] {
    guard let mark = TemplateScanner.firstIndex(in: item[...], where: { $0 == "=" }) else { return [""] }
    return TemplateScanner.split(item[item.index(after: mark)...], at: ",").map(decoded)
  }

  /// Several values of one name, with commas between.
  package static func written(_ list: [DraftRow]) -> String {
    let values = list.map { encoded($0.value, "&#,") }
    return "\(encoded(list[0].name, "&#="))=\(values.joined(separator: ","))"
  }

  package static func written(_ row: DraftRow) -> String {
    row.value.isEmpty && row.name.contains("{{")
      ? encoded(row.name, "&#=") : "\(encoded(row.name, "&#="))=\(encoded(row.value, "&#"))"
  }

  /// Only what would end the name or value is encoded, and what would be decoded: the sending encodes the rest. Templates stay.
  private static func encoded(_ text: String, _ signs: String) -> String {
    outsideTemplates(text) { part in
      PercentText.encoded(part) { byte in
        byte > 0x20 && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "+") && !signs.utf8.contains(byte)
      }
    }
  }

  private static func decoded(_ text: String) -> String {
    outsideTemplates(text) { PercentText.decoded($0, plusIsBlank: true) }
  }

  private static func outsideTemplates(_ text: String, _ change: (String) -> String) -> String {
    guard text.contains("{{") else { return change(text) }
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "{{")?.lowerBound,
      let end = TemplateScanner.templateEnd(in: rest, at: start)
    {
      result += change(String(rest[..<start])) + rest[start..<end]
      rest = rest[end...]
    }
    return result + change(String(rest))
  }
}

// Lists: rows of one name in a row, which a style makes items of. What the URL itself has is sent as it is written.
extension Parameters {
  /// An item of the query as it is sent, and the rows it is made of.
  package struct Item: Hashable {
    package let text: String
    package let places: [Int]
  }

  /// The items that the rows make which are on.
  package func items(_ lists: QueryStyleName) -> [Item] {
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
  package static func read(_ item: String, as name: String, isList: Bool, _ lists: QueryStyleName) -> [DraftRow] {
    let row = read(item)
    switch lists {
    case .brackets where row.name == name + "[]": return [DraftRow(name, row.value)]
    case .comma where isList && row.name == name: return values(of: item).map { DraftRow(name, $0) }
    case .repeated, .brackets, .comma: return [row]
    }
  }
}
