/// Reads text in Markdown from its beginning to its end: code, emphasis, links and escaped characters.
///
/// A mark that is not closed, such as `*` in `2 * 3`, is text.
struct MarkdownInline {
  private let letters: [Character]
  private var place = 0

  /// More letters are not set off by one mark: what is never closed is not looked for to the end each time.
  private static let longest = 500

  init(_ letters: [Character]) { self.letters = letters }

  /// - Parameter end: up to where; nil for all of it.
  mutating func runs(to end: Int?, _ marks: MarkdownRun.Marks, link: String?) -> [MarkdownRun] {
    let end = end ?? letters.count
    var (runs, text) = ([MarkdownRun](), "")
    while place < end {
      guard let special = special(before: end, marks, link) else {
        text.append(letter(before: end))
        continue
      }
      if !text.isEmpty { runs.append(MarkdownRun(text, marks, link: link)) }
      text = ""
      runs += special
    }
    return text.isEmpty ? runs : runs + [MarkdownRun(text, marks, link: link)]
  }

  /// One character, without the backslash that takes its meaning away.
  private mutating func letter(before end: Int) -> Character {
    defer { place += 1 }
    let isEscape = letters[place] == "\\" && place + 1 < end && letters[place + 1].isMark
    if isEscape { place += 1 }
    return letters[place]
  }

  private mutating func special(
    before end: Int, _ marks: MarkdownRun.Marks, _ link: String?
  ) -> [MarkdownRun]? {
    switch letters[place] {
    case "`": code(before: end, marks, link)
    case "*", "_": emphasis(before: end, marks, link)
    case "[": linked(from: place, before: end, marks)
    case "!" where place + 1 < end && letters[place + 1] == "[": linked(from: place + 1, before: end, marks)
    case "<": address(before: end, marks)
    default: nil
    }
  }
}

// Code and emphasis.
extension MarkdownInline {
  private mutating func code(
    before end: Int, _ marks: MarkdownRun.Marks, _ link: String?
  ) -> [MarkdownRun]? {
    let end = min(end, place + Self.longest)
    let width = count(of: "`", at: place, before: end)
    var close = place + width
    while close < end {
      let found = count(of: "`", at: close, before: end)
      if found == width { break }
      close += max(1, found)
    }
    guard close < end else { return nil }
    let text = String(letters[place + width..<close]).trimmed
    place = close + width
    return [MarkdownRun(text, marks.union(.code), link: link)]
  }

  private mutating func emphasis(
    before end: Int, _ marks: MarkdownRun.Marks, _ link: String?
  ) -> [MarkdownRun]? {
    let (mark, start) = (letters[place], place)
    let width = min(2, count(of: mark, at: start, before: end))
    guard opens(mark, at: start, width, before: end), let close = closing(mark, width, from: start + width, before: end)
    else { return nil }
    place = start + width
    let inner = runs(to: close, marks.union(width == 2 ? .strong : .emphasis), link: link)
    place = close + width
    return inner
  }

  private func opens(_ mark: Character, at start: Int, _ width: Int, before end: Int) -> Bool {
    guard start + width < end, !letters[start + width].isWhitespace else { return false }
    return mark == "*" || start == 0 || !letters[start - 1].isWordPart
  }

  /// The end of what begins there: no mark inside of code, and none behind a blank.
  private func closing(_ mark: Character, _ width: Int, from start: Int, before end: Int) -> Int? {
    var (index, isCode) = (start, false)
    let end = min(end, start + Self.longest)
    while index < end {
      switch letters[index] {
      case "`": isCode.toggle()
      case "\\": index += 1
      case mark where !isCode:
        let found = count(of: mark, at: index, before: end)
        let isRight = found >= width && (found != width + 1 || width == 2) && index > start
        if isRight, !letters[index - 1].isWhitespace, closes(mark, behind: index + found, before: end) {
          return index + found - width
        }
        index += found - 1
      default: break
      }
      index += 1
    }
    return nil
  }

  private func closes(_ mark: Character, behind index: Int, before end: Int) -> Bool {
    mark == "*" || index >= end || !letters[index].isWordPart
  }

  private func count(of mark: Character, at start: Int, before end: Int) -> Int {
    letters[start..<end].prefix { $0 == mark }.count
  }
}

// Links.
extension MarkdownInline {
  /// `[text](address)`; of a picture its description.
  private mutating func linked(from start: Int, before end: Int, _ marks: MarkdownRun.Marks) -> [MarkdownRun]? {
    guard let close = matching("[", "]", from: start, before: end), close + 1 < end, letters[close + 1] == "(",
      let last = matching("(", ")", from: close + 1, before: end)
    else { return nil }
    let address = String(letters[close + 2..<last].prefix { !$0.isWhitespace })
    place = start + 1
    let inner = runs(to: close, marks, link: address)
    place = last + 1
    return inner
  }

  private func matching(_ open: Character, _ close: Character, from start: Int, before end: Int) -> Int? {
    var depth = 0
    for index in start..<min(end, start + Self.longest) {
      if letters[index] == open { depth += 1 }
      if letters[index] == close { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// `<https://example.com>`.
  private mutating func address(before end: Int, _ marks: MarkdownRun.Marks) -> [MarkdownRun]? {
    guard let close = letters[place..<min(end, place + Self.longest)].firstIndex(of: ">") else { return nil }
    let text = String(letters[place + 1..<close])
    guard text.contains("://"), !text.contains(where: \.isWhitespace) else { return nil }
    place = close + 1
    return [MarkdownRun(text, marks, link: text)]
  }
}

extension Character {
  /// Whether a backslash before it takes its meaning away.
  fileprivate var isMark: Bool { isASCII && (isPunctuation || isSymbol) }

  fileprivate var isWordPart: Bool { isLetter || isNumber }
}
