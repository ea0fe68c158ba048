/// Recognizes curl commands among other texts.
package enum CurlText {
  /// Whether a pasted text means to be a curl command, however broken.
  package static func isCommand(_ text: String) -> Bool {
    var words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace)
    if words.first == "$" { words.removeFirst() }
    guard words.count > 1, let first = words.first else { return false }
    return isProgram(String(first.hasSuffix("\\") ? first.dropLast() : first))
  }

  /// How many curl commands a text has, each on lines of its own.
  package static func commandCount(in text: String) -> Int {
    text.split(whereSeparator: \.isNewline).count { line in
      var words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
      if words.first == "$" { words.removeFirst() }
      return words.count > 1 && words.first.map { isProgram(String($0)) } == true
    }
  }

  /// Whether a text says a method, a URL and a body, as in `POST /items {}`.
  package static func hasMethodAndBody(_ text: String) -> Bool {
    let words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace)
    return words.count == 3 && words[0].utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  /// Whether the first word of a command names curl.
  package static func isProgram(_ word: String) -> Bool {
    let name = word.contains(":") ? "" : word.split(separator: "/").last ?? ""
    return ["curl", "curl.exe"].contains(name)
  }
}
