/// The stages of a filter before the cursor, from which the value of `.` at the cursor follows: in `.result |
/// min_by(.pr` it is one element of the output of `.result`.
struct FilterContext {
  /// As a filter by itself.
  var filter: String { stages.isEmpty ? "." : stages.joined(separator: " | ") }

  /// Functions that take a filter for each element of their input.
  private static let elementwise: Set<String> = [
    "map", "min_by", "max_by", "sort_by", "group_by", "unique_by", "any", "all", "map_values",
  ]

  private let letters: [Character]
  private var stages: [String] = []
  /// The start of the part that the next `|` ends.
  private var start = 0
  private var outer: [(stages: [String], start: Int)] = []

  /// - Parameter text: the filter's text, up to the cursor.
  init(_ text: String) {
    letters = Array(text)
    var isQuoted = false
    var isEscaped = false
    for (index, letter) in letters.enumerated() {
      if isQuoted {
        if letter == "\"", !isEscaped { isQuoted = false }
        isEscaped = letter == "\\" && !isEscaped
      } else {
        isQuoted = letter == "\""
        read(letter, at: index)
      }
    }
  }

  private mutating func read(_ letter: Character, at index: Int) {
    switch letter {
    case "|":
      stages.append(String(letters[start..<index]))
      start = index + 1
    case "(", "[", "{":
      outer.append((stages, start))
      let name = letters[..<index].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if letter == "(", Self.elementwise.contains(String(name.reversed())) { stages.append("first(.[]?)") }
      start = index + 1
    case ")", "]", "}":
      if let around = outer.popLast() { (stages, start) = around }
    case ",", ";", ":": start = index + 1
    default: break
    }
  }
}
