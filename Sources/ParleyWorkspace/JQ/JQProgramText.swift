import ParleyText

/// A filter as jq is given it.
///
/// jq tells only the line of a mistake, so each word stands on a line of its own. The input comes as a list with the
/// variables behind it, so that a program that is compiled once serves any input: compiling takes jq 13 ms.
struct JQProgramText {
  let text: String
  private let filter: JQFilter
  private let tokens: [JQToken]

  private static let head = ". as [$__in," + JQVariable.allCases.map { "$\($0)" }.joined(separator: ",") + "]|$__in|\n"

  init(_ filter: JQFilter) {
    self.filter = filter
    // A filter has been taken apart once, so that it can be again.
    tokens = (try? JQToken.tokens(of: filter.text)) ?? []
    text = Self.head + tokens.map(\.text).joined(separator: "\n")
  }

  /// From the messages of jq's compiler.
  func mistake(in messages: [String]) -> JQMistake {
    let first = messages.first ?? "jq refuses it"
    let parts = first.components(before: " at <top-level>, line ")
    let line = parts.after.flatMap { Int($0.prefix { $0.isNumber }) }
    let message = Self.plain(parts.before)
    guard let line, let token = token(onLine: line), !message.hasSuffix("end of the filter") else {
      let end = filter.text.utf8.count
      return JQMistake(message, at: (tokens.last?.range.lowerBound ?? 0)..<end)
    }
    return JQMistake(message, at: token.range)
  }

  /// A string may have several lines.
  private func token(onLine wanted: Int) -> JQToken? {
    var line = 2
    for token in tokens {
      line += token.text.utf8.count { $0 == .newline } + 1
      if wanted < line { return token }
    }
    return tokens.last
  }

  private static func plain(_ message: String) -> String {
    let replacements = [
      ("jq: error: ", ""), ("syntax error, unexpected $end", "unexpected end of the filter"), ("syntax error, ", ""),
      (" (Unix shell quoting issues?)", ""), (", expecting $end", ""), ("INVALID_CHARACTER", "character"),
      ("IDENT", "name"), ("FIELD", "field"), ("LITERAL", "literal"), ("QQSTRING_START", "string"),
    ]
    let text = replacements.reduce(message) { $0.replacing($1.0, with: $1.1) }
    return text.hasPrefix("unexpected end of the filter") ? "unexpected end of the filter" : text
  }
}

extension String {
  fileprivate func components(before mark: String) -> (before: String, after: Substring?) {
    guard let range = firstRange(of: mark) else { return (self, nil) }
    return (String(self[..<range.lowerBound]), self[range.upperBound...])
  }
}
