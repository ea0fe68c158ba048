/// Tells curl commands from other texts.
package enum CurlText {
  /// Whether a pasted text means to be a curl command, however broken.
  package static func isCommand(_ text: String) -> Bool {
    var words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace)
    if words.first == "$" { words.removeFirst() }
    guard words.count > 1, let first = words.first else { return false }
    return isProgram(String(first.hasSuffix("\\") ? first.dropLast() : first))
  }

  /// Whether the first word of a command names curl.
  package static func isProgram(_ word: String) -> Bool {
    let name = word.contains(":") ? "" : word.split(separator: "/").last ?? ""
    return ["curl", "curl.exe"].contains(name)
  }
}
