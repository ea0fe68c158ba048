import ParleyText

/// Commands as browsers copy them for the shells of Windows, in the words of a POSIX shell.
enum CommandDialect {
  /// A text for any of the shells, as one for a POSIX shell.
  static func posix(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if text.contains("^\"") || lines.contains(where: { $0.hasSuffix(" ^") || $0 == "^" }) { return ofCmd(text) }
    if lines.contains(where: { $0.hasSuffix(" `") }) || isPowerShell(text) { return ofPowerShell(text) }
    return text
  }

  private static func isPowerShell(_ text: String) -> Bool {
    text.trimmed.hasPrefix("curl.exe ") && text.contains("`\"")
  }
}

// cmd: a caret takes the next character as it is, outside of its quotes; then the program takes its line apart.
extension CommandDialect {
  private static func ofCmd(_ text: String) -> String {
    commandLines(of: text).flatMap { windowsWords(of: $0).split { ["&", "&&"].contains($0) } }
      .map { ShellWords.line(of: Array($0)) }.joined(separator: "\n")
  }

  /// The lines that cmd runs, without carets.
  private static func commandLines(of text: String) -> [[Character]] {
    var lines: [[Character]] = [[]]
    var isQuoted = false
    var rest = Array(text.replacing("\r\n", with: "\n"))[...]
    while let character = rest.popFirst() {
      switch character {
      case "^" where !isQuoted:
        // A line that ends with a caret goes on; an empty line behind it is a line break.
        guard let next = rest.popFirst() else { break }
        if next != "\n" {
          lines[lines.count - 1].append(next)
        } else if rest.first == "\n" {
          lines[lines.count - 1].append(rest.removeFirst())
        }
      case "\n":
        isQuoted = false
        lines.append([])
      case "\"":
        isQuoted.toggle()
        lines[lines.count - 1].append(character)
      default: lines[lines.count - 1].append(character)
      }
    }
    return lines.filter { !$0.isEmpty }
  }

  /// As programs of Windows take their command line apart: backslashes count in front of a quote, and two quotes within
  /// quotes are one.
  private static func windowsWords(of line: [Character]) -> [String] {
    var (words, word, isQuoted, index) = ([String](), String?.none, false, 0)
    while index < line.count {
      let slashes = line[index...].prefix { $0 == "\\" }.count
      if slashes > 0 {
        let isBeforeQuote = index + slashes < line.count && line[index + slashes] == "\""
        word.extend(with: String(repeating: "\\", count: isBeforeQuote ? slashes / 2 : slashes))
        index += slashes
        if isBeforeQuote, slashes % 2 == 1 {
          word.extend(with: "\"")
          index += 1
        }
        continue
      }
      let character = line[index]
      index += 1
      if character == "\"" {
        word = word ?? ""
        if isQuoted, index < line.count, line[index] == "\"" {
          word.extend(with: "\"")
          index += 1
        } else {
          isQuoted.toggle()
        }
      } else if !isQuoted, character == " " || character == "\t" {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word.extend(with: String(character))
      }
    }
    return word.map { words + [$0] } ?? words
  }
}

// PowerShell: a backtick takes the next character as it is, and quotes in quotes are doubled.
extension CommandDialect {
  private static func ofPowerShell(_ text: String) -> String {
    var (lines, words, word) = ([[String]](), [String](), String?.none)
    var rest = Array(text.replacing("\r\n", with: "\n"))[...]
    func ended() { if let done = word { words.append(done) }; word = nil }
    while let character = rest.popFirst() {
      switch character {
      case "`":
        if let next = rest.popFirst(), next != "\n" { word.extend(with: String(next)) }
      case "'", "\"": word.extend(with: quoted(character, &rest))
      case " ", "\t": ended()
      case "\n":
        ended()
        if !words.isEmpty { lines.append(words) }
        words = []
      default: word.extend(with: String(character))
      }
    }
    ended()
    if !words.isEmpty { lines.append(words) }
    return lines.map { ShellWords.line(of: $0) }.joined(separator: "\n")
  }

  /// Up to the closing quote. A quote for the program itself has a backslash in front.
  private static func quoted(_ quote: Character, _ rest: inout ArraySlice<Character>) -> String {
    var result = ""
    while let character = rest.popFirst() {
      switch character {
      case quote:
        guard rest.first == quote else { return result.replacing("\\\"", with: "\"") }
        result.append(rest.removeFirst())
      case "`" where quote == "\"":
        guard let next = rest.popFirst() else { return result }
        result += ["n": "\n", "t": "\t", "r": "\r", "0": "\0"][next] ?? String(next)
      default: result.append(character)
      }
    }
    return result.replacing("\\\"", with: "\"")
  }
}
