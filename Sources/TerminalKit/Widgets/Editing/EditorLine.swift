/// A line of an editor, as graphemes, so that every move is one step in an array whatever the line's length.
struct EditorLine: Hashable, Sendable {
  private(set) var characters: [Character]
  /// The columns of each grapheme as it is drawn, 0 for a tab; kept because measuring is slow and asked for at every key.
  private var widths: [UInt8]
  /// Graphemes that are not printable ASCII. Without any, columns and graphemes are counted alike.
  private var specialCount: Int

  init(_ text: String) {
    let isPlain = Sanitizer.isPlain(text)
    characters = isPlain ? text.utf8.map { Frame.ascii[Int($0)] } : Array(text)
    widths = isPlain ? Array(repeating: 1, count: characters.count) : characters.map(Self.width)
    specialCount = isPlain ? 0 : Self.specialCount(characters[...])
  }

  private init(characters: [Character]) {
    self.characters = characters
    widths = characters.map(Self.width)
    specialCount = Self.specialCount(characters[...])
  }

  var count: Int { characters.count }
  var text: String { String(characters) }

  func text(_ range: Range<Int>) -> String { String(characters[range]) }

  mutating func replace(_ range: Range<Int>, with new: EditorLine) {
    if specialCount > 0 { specialCount -= Self.specialCount(characters[range]) }
    specialCount += new.specialCount
    characters.replaceSubrange(range, with: new.characters)
    widths.replaceSubrange(range, with: new.widths)
  }

  /// Cuts the line in two and keeps the front.
  mutating func split(at place: Int) -> EditorLine {
    let rest = EditorLine(characters: Array(characters[place...]))
    replace(place..<count, with: EditorLine(""))
    return rest
  }

  private static func specialCount(_ characters: ArraySlice<Character>) -> Int {
    characters.reduce(0) { $0 + (isPlain($1) ? 0 : 1) }
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.asciiValue.map(Sanitizer.isPlain) ?? false
  }

  private static func width(_ character: Character) -> UInt8 {
    character == "\t" ? 0 : UInt8(clamping: Sanitizer.columns(of: character))
  }
}

extension EditorLine {
  /// Columns before a grapheme.
  func column(of place: Int, tabWidth: Int) -> Int {
    specialCount == 0 ? place : widths[..<place].reduce(0) { $0 + Self.columns($1, tabWidth) }
  }

  /// The grapheme that covers a column, the end for those behind it.
  func character(at column: Int, tabWidth: Int) -> Int {
    if specialCount == 0 { return max(0, min(column, count)) }
    var left = column
    return widths.firstIndex { width in
      left -= Self.columns(width, tabWidth)
      return left < 0
    } ?? count
  }

  /// As it is drawn: a tab is an arrow and blanks.
  func shown(_ range: Range<Int>, tabWidth: Int) -> String {
    let text = text(range)
    guard specialCount > 0, text.contains("\t") else { return text }
    let tab = "→" + String(repeating: " ", count: max(0, tabWidth - 1))
    return text.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: tab)
  }

  @inline(__always)
  private static func columns(_ width: UInt8, _ tabWidth: Int) -> Int {
    width == 0 ? tabWidth : Int(width)
  }
}
