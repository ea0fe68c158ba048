/// The places of a text that motions go to.
struct ViText {
  let lines: [EditorLine]

  init(_ editor: TextEditor) { lines = editor.core.storage.lines }

  enum Sort: Hashable {
    case blank, word, sign
  }

  func characters(_ line: Int) -> [Character] { lines[line].characters }

  func character(_ place: TextPosition) -> Character? {
    place.character < lines[place.line].count ? lines[place.line].characters[place.character] : nil
  }

  /// An empty line is a word of its own.
  private func sort(_ place: TextPosition, isLarge: Bool) -> Sort {
    guard let character = character(place), !character.isWhitespace else { return .blank }
    if isLarge { return .word }
    return character.isLetter || character.isNumber || character == "_" ? .word : .sign
  }

  private func isEmptyLine(_ place: TextPosition) -> Bool { lines[place.line].count == 0 }

  private func after(_ place: TextPosition) -> TextPosition? {
    if place.character + 1 < lines[place.line].count {
      return TextPosition(line: place.line, character: place.character + 1)
    }
    return place.line + 1 < lines.count ? TextPosition(line: place.line + 1, character: 0) : nil
  }

  private func before(_ place: TextPosition) -> TextPosition? {
    if place.character > 0 { return TextPosition(line: place.line, character: place.character - 1) }
    guard place.line > 0 else { return nil }
    return TextPosition(line: place.line - 1, character: max(0, lines[place.line - 1].count - 1))
  }

  var end: TextPosition {
    TextPosition(line: lines.count - 1, character: lines[lines.count - 1].count)
  }

  /// The beginning of the next word.
  func word(from place: TextPosition, isLarge: Bool) -> TextPosition {
    var place = place
    let start = sort(place, isLarge: isLarge)
    if start != .blank {
      while sort(place, isLarge: isLarge) == start {
        guard let next = after(place) else { return end }
        let isNewLine = next.line != place.line
        place = next
        if isNewLine { break }
      }
    } else if let next = after(place) {
      place = next
    } else {
      return end
    }
    while sort(place, isLarge: isLarge) == .blank, !isEmptyLine(place) {
      guard let next = after(place) else { return end }
      place = next
    }
    return place
  }

  /// The beginning of the word, or of the one before.
  func back(from place: TextPosition, isLarge: Bool) -> TextPosition {
    guard var place = before(place) else { return .start }
    while sort(place, isLarge: isLarge) == .blank, !isEmptyLine(place) {
      guard let previous = before(place) else { return .start }
      place = previous
    }
    let here = sort(place, isLarge: isLarge)
    while place.character > 0, here != .blank {
      let previous = TextPosition(line: place.line, character: place.character - 1)
      guard sort(previous, isLarge: isLarge) == here else { break }
      place = previous
    }
    return place
  }

  /// The last character of the word, or of the next one.
  func wordEnd(from place: TextPosition, isLarge: Bool) -> TextPosition {
    guard var place = after(place) else { return place }
    while sort(place, isLarge: isLarge) == .blank {
      guard let next = after(place) else { return place }
      place = next
    }
    return lastOfWord(from: place, isLarge: isLarge)
  }

  /// The last character of the word a place is in.
  func lastOfWord(from place: TextPosition, isLarge: Bool) -> TextPosition {
    var place = place
    let here = sort(place, isLarge: isLarge)
    while place.character + 1 < lines[place.line].count {
      let next = TextPosition(line: place.line, character: place.character + 1)
      guard sort(next, isLarge: isLarge) == here else { break }
      place = next
    }
    return place
  }

  func firstCharacter(_ line: Int) -> TextPosition {
    TextPosition(line: line, character: characters(line).firstIndex { !$0.isWhitespace } ?? 0)
  }

  /// The next empty line.
  func paragraph(from line: Int, isBackward: Bool) -> TextPosition {
    let others = isBackward ? Array((0..<line).reversed()) : Array((line + 1)..<max(line + 1, lines.count))
    guard let found = others.first(where: { lines[$0].count == 0 }) else { return isBackward ? .start : end }
    return TextPosition(line: found, character: 0)
  }

  func find(_ find: ViMotion.Find, from place: TextPosition) -> TextPosition? {
    let line = characters(place.line)
    let found: Int?
    if find.isBackward {
      found = line[..<max(0, min(place.character, line.count))].lastIndex(of: find.character)
    } else {
      found = line.dropFirst(place.character + 1).firstIndex(of: find.character)
    }
    return found.map {
      TextPosition(line: place.line, character: find.stopsBefore ? $0 + (find.isBackward ? 1 : -1) : $0)
    }
  }
}

// Brackets, words and what is searched for.
extension ViText {
  private static let pairs: [Character: Character] = ["(": ")", "[": "]", "{": "}"]

  /// The bracket that belongs to the one under or behind a place on its line.
  func bracket(from place: TextPosition) -> TextPosition? {
    let line = characters(place.line)
    let all = Set(Self.pairs.keys).union(Self.pairs.values)
    guard let start = line.dropFirst(place.character).firstIndex(where: all.contains) else { return nil }
    let from = TextPosition(line: place.line, character: start)
    if let closing = Self.pairs[line[start]] { return closer(of: line[start], closing, from: from) }
    return Self.pairs.first { $0.value == line[start] }.flatMap { opener(of: $0.key, $0.value, before: from) }
  }

  /// Returns the position of the bracket that closes the one opening at a place; nil if there is none.
  func closer(of opening: Character, _ closing: Character, from place: TextPosition) -> TextPosition? {
    var (depth, next) = (0, Optional(place))
    while let here = next {
      if character(here) == opening { depth += 1 } else if character(here) == closing { depth -= 1 }
      if depth == 0 { return here }
      next = after(here)
    }
    return nil
  }

  /// The bracket that is open before a place.
  func opener(of opening: Character, _ closing: Character, before place: TextPosition) -> TextPosition? {
    var (depth, next) = (1, before(place))
    while let here = next {
      if character(here) == closing { depth += 1 } else if character(here) == opening { depth -= 1 }
      if depth == 0 { return here }
      next = before(here)
    }
    return nil
  }

  /// Behind a place, and from the other end again. Small letters match both cases.
  func search(_ text: String, from place: TextPosition, isBackward: Bool) -> TextPosition? {
    let order = isBackward ? (0...lines.count).map { place.line - $0 } : (0...lines.count).map { place.line + $0 }
    for (turn, line) in order.enumerated() {
      let line = (line + 2 * lines.count) % lines.count
      let found = matches(of: text, in: line)
      let fitting = turn == 0 ? found.filter { isBackward ? $0 < place.character : $0 > place.character } : found
      if let character = isBackward ? fitting.last : fitting.first {
        return TextPosition(line: line, character: character)
      }
    }
    return nil
  }

  private func matches(of text: String, in line: Int) -> [Int] {
    let isExact = text.contains(where: \.isUppercase)
    let wanted = Array(isExact ? text : text.lowercased())
    let there = isExact ? characters(line) : characters(line).map { Character($0.lowercased().prefix(1).description) }
    guard !wanted.isEmpty, there.count >= wanted.count else { return [] }
    return (0...(there.count - wanted.count)).filter { there[$0..<($0 + wanted.count)] == wanted[...] }
  }

  /// The characters of a word, or of the blanks or signs, under a place.
  func word(at place: TextPosition) -> Range<Int> {
    let count = lines[place.line].count
    guard count > 0 else { return 0..<0 }
    let here = sort(place, isLarge: false)
    let isSame = { (index: Int) in
      sort(TextPosition(line: place.line, character: index), isLarge: false) == here
    }
    var (start, end) = (place.character, place.character + 1)
    while start > 0, isSame(start - 1) { start -= 1 }
    while end < count, isSame(end) { end += 1 }
    return start..<min(end, count)
  }
}
