/// A line of an editor, as graphemes, so that every move is one step in an array whatever the line's length.
struct TextLine: Hashable, Sendable {
  private(set) var characters: [Character]
  /// Whether every grapheme is printable ASCII: then columns and graphemes are counted alike.
  private(set) var isPlain: Bool

  init(_ text: String) {
    characters = Array(text)
    isPlain = Sanitizer.isPlain(text)
  }

  private init(characters: [Character]) {
    self.characters = characters
    isPlain = characters.allSatisfy(Self.isPlain)
  }

  var count: Int { characters.count }
  var text: String { String(characters) }

  func text(_ range: Range<Int>) -> String { String(characters[range]) }

  mutating func replace(_ range: Range<Int>, with new: TextLine) {
    let keepsPlain = isPlain && new.isPlain
    characters.replaceSubrange(range, with: new.characters)
    isPlain = keepsPlain || characters.allSatisfy(Self.isPlain)
  }

  /// Cuts the line in two and keeps the front.
  mutating func split(at place: Int) -> TextLine {
    let rest = TextLine(characters: Array(characters[place...]))
    replace(place..<count, with: TextLine(""))
    return rest
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.asciiValue.map(Sanitizer.isPlain) ?? false
  }
}

extension TextLine {
  /// Columns before a grapheme.
  func column(of place: Int, tabWidth: Int) -> Int {
    isPlain ? place : characters[..<place].reduce(0) { $0 + Self.width($1, tabWidth) }
  }

  /// The grapheme that covers a column, the end for those behind it.
  func character(at column: Int, tabWidth: Int) -> Int {
    if isPlain { return max(0, min(column, count)) }
    var left = column
    return characters.firstIndex { character in
      left -= Self.width(character, tabWidth)
      return left < 0
    } ?? count
  }

  /// As it is drawn: a tab is an arrow and blanks.
  func shown(_ range: Range<Int>, tabWidth: Int) -> String {
    let text = text(range)
    return text.contains("\t")
      ? text.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: Self.tab(tabWidth)) : text
  }

  private static func tab(_ width: Int) -> String { "→" + String(repeating: " ", count: max(0, width - 1)) }

  private static func width(_ character: Character, _ tabWidth: Int) -> Int {
    if isPlain(character) { return 1 }
    return character == "\t" ? tabWidth : Sanitizer.columns(of: character)
  }
}
