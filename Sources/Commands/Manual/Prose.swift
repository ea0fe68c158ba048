internal import ParleyEngine

/// Text of the help, for the lines of a manual page.
enum Prose {
  /// Pages have each sentence on a line of its own: formatters then space them rightly.
  static func sentences(_ text: String) -> [String] {
    var sentences: [String] = []
    var sentence = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let last = sentence.last, isEnd(last, of: sentence), word.first.map(begins) == true {
        sentences.append(sentence)
        sentence = ""
      }
      sentence += sentence.isEmpty ? word : " \(word)"
    }
    return sentence.isEmpty ? sentences : sentences + [sentence]
  }

  private static func isEnd(_ last: Character, of sentence: String) -> Bool {
    if last == ")" { return sentence.hasSuffix(".)") }
    return last == "." || last == "?" || last == "!"
  }

  private static func begins(_ first: Character) -> Bool { first.isUppercase || "(“`".contains(first) }

  /// A line of text as it stands in the source of a page. What stands in backticks is set in bold.
  static func escaped(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count > 1, parts.count % 2 == 1 else { return protected(hyphens(in: text)) }
    let set = parts.enumerated().map { index, part in
      index % 2 == 0 ? hyphens(in: String(part)) : "\\fB\(literal(String(part)))\\fP"
    }
    return protected(set.joined())
  }

  /// Lines of at most 78 characters: formatters warn of longer ones, and join them anyway.
  static func wrapped(_ line: String) -> [String] {
    var lines: [String] = []
    for word in line.split(separator: " ") {
      if let last = lines.last, last.count + word.count < 78 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(protected(String(word)))
      }
    }
    return lines
  }

  /// Text to be typed or copied: each character as it is, in every formatter.
  static func literal(_ text: String) -> String { characters(of: text, ["-": "\\-"]) }

  /// A line to be typed.
  static func literalLine(_ text: String) -> String { protected(literal(text)) }

  /// A hyphen that begins a word is an option's; within one it joins.
  private static func hyphens(in text: String) -> String {
    var result = ""
    var isWithinWord = false
    for character in text {
      result += character == "-" && !isWithinWord ? "\\-" : characters(of: String(character), [:])
      isWithinWord = character.isLetter || character.isNumber
    }
    return result
  }

  private static let escapes: [Character: String] = [
    "\\": "\\e", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti", "\"": "\\(dq", "“": "\\(lq", "”": "\\(rq",
    "…": "...", "–": "\\(en",
  ]

  private static func characters(of text: String, _ more: [Character: String]) -> String {
    text.map { character in
      if let escape = more[character] ?? escapes[character] { return escape }
      guard !character.isASCII else { return String(character) }
      return character.unicodeScalars.map { "\\[u\($0.value.hexadecimal(digits: 4, uppercase: true))]" }.joined()
    }.joined()
  }

  /// A dot or an apostrophe at the start of a line would be a command.
  private static func protected(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : line
  }
}
