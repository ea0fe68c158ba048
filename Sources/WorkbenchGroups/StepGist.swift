import ParleyModel

/// The content of a local job, short enough for a line: its filter, its assertions, the keys it sets, its time, its program.
struct StepGist: Sendable {
  let kind: JobKind
  /// Each assertion, each key and each word of a program by itself, without the quotes of the file.
  let parts: [String]

  /// - Parameter definition: the step in its file, as the recording or the outline has it.
  /// - Returns: nil where it is no local job.
  init?(of definition: String) {
    let lines = definition.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard let kind = JobKind.allCases.first(where: { line.hasPrefix("\($0.rawValue):") }) else { continue }
      let value = line.dropFirst(kind.rawValue.count + 1).drop { $0 == " " }
      let below = lines[(index + 1)...].prefix { $0.isEmpty || $0.hasPrefix(" ") }.map { $0.drop { $0 == " " } }
      (self.kind, parts) = (kind, Self.parts(value, below.filter { !$0.isEmpty }, of: kind))
      return
    }
    return nil
  }

  /// Whether the step's result is its input.
  var passesOn: Bool { kind.passesOn }

  /// In one line.
  var text: String {
    switch kind {
    case .run: words
    case .jq, .assert, .set, .wait: "\(kind.rawValue) \(words)"
    }
  }

  private var words: String {
    switch kind {
    case .assert: parts.joined(separator: " and ")
    case .set: parts.joined(separator: ", ")
    case .jq, .run, .wait: parts.joined(separator: " ")
    }
  }
}

// Reading what the file's text says, which is laid out in one way.
extension StepGist {
  private static func parts(_ value: Substring, _ below: [Substring], of kind: JobKind) -> [String] {
    switch value.first {
    case nil: return below.map { kind == .set ? row($0) : String($0) }
    case "|": return kind == .assert ? [below.joined(separator: " ")] : below.map(String.init)
    case "[": return items(of: value)
    default: return [unquoted(value)]
    }
  }

  /// A shared key with its value.
  private static func row(_ line: Substring) -> String {
    guard let colon = line.firstRange(of: ": ") else { return String(line) }
    return "\(line[..<colon.lowerBound]) = \(unquoted(line[colon.upperBound...]))"
  }

  /// The items of a list in brackets.
  private static func items(of list: Substring) -> [String] {
    var (items, rest) = ([String](), list.dropFirst())
    while let first = rest.first, first != "]" {
      let item = first == "'" || first == "\"" ? quoted(rest) : rest.prefix { !",]".contains($0) }
      items.append(unquoted(item))
      rest = rest.dropFirst(item.count).drop { ", ".contains($0) }
    }
    return items
  }

  /// The text in quotes that it begins with.
  private static func quoted(_ text: Substring) -> Substring {
    let quote = text.first
    var place = text.dropFirst().startIndex
    while place < text.endIndex {
      let next = text.index(after: place)
      let isEscape = quote == "\"" ? text[place] == "\\" : text[place...].hasPrefix("''")
      if !isEscape, text[place] == quote { return text[..<next] }
      place = isEscape && next < text.endIndex ? text.index(after: next) : next
    }
    return text
  }

  private static func unquoted(_ text: Substring) -> String {
    guard text.count > 1, let quote = text.first, "'\"".contains(quote), text.last == quote else {
      return String(text)
    }
    let inner = text.dropFirst().dropLast()
    if quote == "'" { return inner.split(separator: "''", omittingEmptySubsequences: false).joined(separator: "'") }
    var (words, isEscaped) = ("", false)
    for character in inner {
      if isEscaped {
        words.append("nt".contains(character) ? " " : character)
      } else if character != "\\" {
        words.append(character)
      }
      isEscaped = !isEscaped && character == "\\"
    }
    return words
  }
}
