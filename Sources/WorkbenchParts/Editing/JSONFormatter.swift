import WorkbenchServices

/// Lays a JSON text out again, a member or element a line. Only white space changes: digits, escapes and templates stay as they are, and
/// so does a line break at the end.
package struct JSONFormatter {
  private var result = ""
  private var depth = 0
  private var rest: Substring

  /// - Parameter text: JSON, perhaps with templates; of anything else nothing useful comes out.
  package static func format(_ text: String) -> String {
    var formatter = JSONFormatter(rest: text[...])
    formatter.run()
    return formatter.result + (text.last?.isNewline == true ? "\n" : "")
  }

  private init(rest: Substring) {
    self.rest = rest
  }

  private mutating func run() {
    while let character = rest.first {
      if let end = TemplateScanner.templateEnd(in: rest, at: rest.startIndex) {
        take(upTo: end)
      } else {
        put(character)
      }
    }
  }

  private mutating func put(_ character: Character) {
    switch character {
    case "\"": take(upTo: stringEnd)
    case "{", "[": open(character)
    case "}", "]": close(character)
    case ",":
      take()
      breakLine()
    case ":":
      take()
      result += " "
    case _ where character.isWhitespace: rest.removeFirst()
    default: take()
    }
  }

  private mutating func open(_ bracket: Character) {
    take()
    rest = rest.drop(while: \.isWhitespace)
    if rest.first == (bracket == "{" ? "}" : "]") { return take() }
    depth += 1
    breakLine()
  }

  private mutating func close(_ bracket: Character) {
    depth = max(0, depth - 1)
    breakLine()
    take()
  }

  private mutating func breakLine() {
    result += "\n" + String(repeating: "  ", count: depth)
  }

  private mutating func take() {
    result.append(rest.removeFirst())
  }

  private mutating func take(upTo end: Substring.Index) {
    result += rest[..<end]
    rest = rest[end...]
  }

  /// Behind the quote that ends the string which begins here.
  private var stringEnd: Substring.Index {
    var index = rest.index(after: rest.startIndex)
    while index < rest.endIndex {
      if let end = TemplateScanner.templateEnd(in: rest, at: index) {
        index = end
      } else if rest[index] == "\\" {
        index = rest.index(index, offsetBy: 2, limitedBy: rest.endIndex) ?? rest.endIndex
      } else if rest[index] == "\"" {
        return rest.index(after: index)
      } else {
        index = rest.index(after: index)
      }
    }
    return index
  }
}
