internal import ParleyText

/// The statements of a line of JavaScript in a test script: without a comment, and without the frames of tests that begin or end in
/// it. Nothing else is left out, so that a statement which nobody reads can be counted.
///
///     pm.test("ok", () => pm.response.to.have.status(201));     →  pm.response.to.have.status(201)
struct ScriptStatements {
  private let line: String
  /// The function that makes a test, such as `pm.test`.
  private let frame: String

  /// - Returns: none for a line of brackets.
  static func of(_ line: String, framedBy frame: String) -> [String] {
    let script = ScriptStatements(line: line, frame: frame)
    return script.pieces
      .map { script.withoutClosings(script.withoutFrame($0.trimmed)).trimmed }
      .filter { $0.contains { $0.isLetter } }
  }

  /// The line without its comment, split at semicolons.
  private var pieces: [String] {
    var pieces = [""]
    var quotes = Quotes()
    var isAfterSlash = false
    for character in line {
      let isCode = quotes.pass(character)
      if isCode, character == "/", isAfterSlash {
        pieces[pieces.count - 1].removeLast()
        return pieces
      }
      isAfterSlash = isCode && character == "/"
      if isCode, character == ";" { pieces.append("") } else { pieces[pieces.count - 1].append(character) }
    }
    return pieces
  }

  /// The name of a test, and the head of the function that makes it, as far as they stand in the line.
  private func withoutFrame(_ text: String) -> String {
    // A function without a name may begin in a line of its own.
    if text.wholeMatch(of: /(?:async\s+)?function\s*\([^)]*\)\s*\{/) != nil { return "" }
    guard text.hasPrefix(frame) else { return text }
    let head =
      /\(\s*(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)?\s*,?\s*(?:async\s+)?(?:function\s*\w*\s*\([^)]*\)|(?:\([^)]*\)|\w+)\s*=>)?\s*\{?/
    guard let match = text.dropFirst(frame.count).prefixMatch(of: head) else { return text }
    return String(text[match.range.upperBound...])
  }

  /// Brackets at the end that nothing in the text opens are those of a frame.
  private func withoutClosings(_ text: String) -> String {
    var quotes = Quotes()
    var open = 0
    for index in text.indices where quotes.pass(text[index]) {
      switch text[index] {
      case "(", "{", "[": open += 1
      case ")", "}", "]": open -= 1
      default: break
      }
      guard open < 0 else { continue }
      let isEnd = text[index...].allSatisfy { $0.isWhitespace || ")}".contains($0) }
      return isEnd ? String(text[..<index]) : text
    }
    return text
  }
}

/// The quotes around a character of a script.
private struct Quotes {
  private var open: Character?
  private var isEscaped = false

  /// - Returns: whether the character stands in no quotes, and is none.
  mutating func pass(_ character: Character) -> Bool {
    guard let quote = open else {
      if "\"'`".contains(character) { open = character }
      return open == nil
    }
    if isEscaped {
      isEscaped = false
    } else if character == "\\" {
      isEscaped = true
    } else if character == quote {
      open = nil
    }
    return false
  }
}
