import ParleyWorkspace

/// The query of a draft as one list of rows: those written in its URL, then those of its `query`.
///
/// It is a view on the draft: reading it changes nothing, and what is set goes back to where it came from, so that a file keeps
/// its way of writing. A row that is off, and every row behind one that is not in the URL, cannot stand in the URL.
struct Parameters: Hashable {
  struct Row: Hashable {
    var row: DraftRow
    /// How it stands in the URL, as written; nil for a row of `query`.
    var written: String?
  }

  var rows: [Row]

  init(of draft: RequestDraft) {
    let written = QueryText(draft.url).items.map { Row(row: Self.read($0), written: $0) }
    rows = written + draft.query.map { Row(row: $0) }
  }

  func write(to draft: inout RequestDraft) {
    var text = QueryText(draft.url)
    let inURL = rows.prefix { $0.written != nil && $0.row.isOn }
    text.items = inURL.compactMap(\.written)
    draft.url = text.text
    draft.query = rows[inURL.count...].map(\.row)
  }

  /// Changes a row; one that stands in the URL is written anew there.
  mutating func change(_ index: Int, _ body: (inout DraftRow) -> Void) {
    body(&rows[index].row)
    if rows[index].written != nil { rows[index].written = Self.written(rows[index].row) }
  }
}

// The whole URL.
extension Parameters {
  /// The draft's URL with every row that is on in its query.
  static func url(of draft: RequestDraft) -> String {
    var text = QueryText(draft.url)
    text.items += draft.query.filter(\.isOn).map(written)
    return text.text
  }

  /// Takes a whole URL apart again. Rows that are still there stay where they are, those that were off too.
  static func setURL(_ url: String, in draft: inout RequestDraft) {
    guard url != self.url(of: draft) else { return }
    var parameters = Parameters(of: draft)
    var text = QueryText(url)
    parameters.align(with: text.items)
    text.items = []
    draft.url = text.text
    parameters.write(to: &draft)
  }

  /// Makes the rows that are on say `items`, changing as few as possible.
  private mutating func align(with items: [String]) {
    let places = rows.indices.filter { rows[$0].row.isOn }
    let old = places.map { rows[$0].written ?? Self.written(rows[$0].row) }
    let front = zip(old, items).prefix { $0 == $1 }.count
    let back = zip(old.dropFirst(front).reversed(), items.dropFirst(front).reversed()).prefix { $0 == $1 }.count
    let changed = places[front..<(places.count - back)]
    let wanted = items[front..<(items.count - back)]
    for (place, item) in zip(changed, wanted) { rewrite(place, as: item) }
    if wanted.count > changed.count {
      insert(wanted.dropFirst(changed.count), behind: changed.last ?? (front > 0 ? places[front - 1] : nil))
    } else {
      for place in changed.dropFirst(wanted.count).reversed() { rows.remove(at: place) }
    }
  }

  private mutating func rewrite(_ place: Int, as item: String) {
    rows[place].row = Self.read(item)
    if rows[place].written != nil { rows[place].written = item }
  }

  /// New ones stand where the one before them stands, and in the URL when there is none.
  private mutating func insert(_ items: ArraySlice<String>, behind place: Int?) {
    let isInURL = place.map { rows[$0].written != nil } ?? true
    let new = items.map { Row(row: Self.read($0), written: isInURL ? $0 : nil) }
    rows.insert(contentsOf: new, at: place.map { $0 + 1 } ?? 0)
  }
}

// One row as a URL has it.
extension Parameters {
  private static func read(_ item: String) -> DraftRow {
    guard let mark = TemplateScanner.firstIndex(in: item[...], where: { $0 == "=" }) else {
      return DraftRow(decoded(item), "")
    }
    return DraftRow(decoded(String(item[..<mark])), decoded(String(item[item.index(after: mark)...])))
  }

  static func written(_ row: DraftRow) -> String {
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
