/// Recognizes curl commands among other texts, and the calls of `fetch` that browsers copy.
package enum CurlText {
  /// Whether a pasted text means to be a curl command or a call of `fetch`, however broken.
  package static func isCommand(_ text: String) -> Bool {
    guard let start = firstLine(of: text) else { return false }
    if isFetch(start) { return true }
    var words = start.split(maxSplits: 2, whereSeparator: \.isWhitespace)
    if words.first == "$" { words.removeFirst() }
    guard let first = words.first else { return false }
    let isAlone = words.count == 1
    let goesOn = first.hasSuffix("\\") || first.hasSuffix("^") || first.hasSuffix("`")
    return (!isAlone || goesOn) && isProgram(String(goesOn ? first.dropLast() : first))
  }

  /// From the first line on that is no comment.
  private static func firstLine(of text: String) -> Substring? {
    var rest = text[...]
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard rest.first == "#" else { return rest.isEmpty ? nil : rest }
      rest = rest.drop { !$0.isNewline }
    }
  }

  /// Whether a text begins with a call of `fetch`.
  package static func isFetch(_ text: some StringProtocol) -> Bool {
    let start = text.drop(while: \.isWhitespace)
    return start.hasPrefix("fetch(") || start.hasPrefix("await fetch(")
  }

  /// How many curl commands or calls of `fetch` a text has, each on lines of its own or behind `;` and `&&`.
  package static func commandCount(in text: String) -> Int {
    text.split(whereSeparator: \.isNewline).reduce(0) { count, line in
      count + line.split { $0 == ";" || $0 == "&" || $0 == "|" }.count { isWhole($0) }
    }
  }

  private static func isWhole(_ command: Substring) -> Bool {
    if isFetch(command) { return true }
    var words = command.split(maxSplits: 2, whereSeparator: \.isWhitespace)
    if words.first == "$" { words.removeFirst() }
    return words.count > 1 && words.first.map { isProgram(String($0)) } == true
  }

  /// Whether a text says a method, a URL and a body, as in `POST /items {}`.
  package static func hasMethodAndBody(_ text: String) -> Bool {
    let words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace)
    return words.count == 3 && words[0].utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  /// Whether the first word of a command names curl.
  package static func isProgram(_ word: String) -> Bool {
    let path = word.dropFirst(word.hasPrefix("\"") ? 1 : 0)
    let drive = path.dropFirst().first == ":" ? path.dropFirst(2) : path
    guard !drive.contains(":") else { return false }
    let name = drive.split { $0 == "/" || $0 == "\\" }.last ?? ""
    return ["curl", "curl.exe"].contains(name)
  }
}
