package import ParleyEngine
import TerminalKit

/// Makes lines that can be drawn of lines that were read.
package struct BodyRenderer {
  package let secrets: Secrets

  /// Deeper levels are not moved further in: what is nested a hundred thousand deep still has to be seen.
  static let deepestIndentation = 60

  package func line(_ line: JSONLine) -> BodyLine {
    var text = StyledText()
    for token in line.tokens {
      text.append(shown(token.text), Style(token.kind.role))
      if token.isTruncated { text.append("…", .muted) }
    }
    return BodyLine(
      number: String(line.number + 1), indentation: 2 * min(line.depth, Self.deepestIndentation), text: text,
      fold: line.role == .opens ? .open : line.role == .folded ? .folded : nil)
  }

  package func line(_ line: TextLine) -> BodyLine {
    var text = StyledText()
    // What was no UTF-8 is marked, wherever it stands.
    let parts = shown(line.text.replacing("\t", with: "    ")).split(
      separator: "\u{FFFD}", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index > 0 { text.append("\u{FFFD}", Style(.failure)) }
      text.append(String(part))
    }
    if line.isTruncated { text.append("…", .muted) }
    return BodyLine(number: String(line.number + 1), text: text)
  }

  /// A secret may go over several lines, so it is looked for in all of them and around them.
  package func lines(_ lines: [HexLine], of source: any ByteSource) throws -> [BodyLine] {
    guard let first = lines.first, let last = lines.last, !secrets.isEmpty else {
      return lines.map { line($0, hiding: []) }
    }
    let start = max(0, first.offset - Self.longestSecret)
    let end = last.offset + last.bytes.count + Self.longestSecret
    let places = secrets.foreignPlaces(in: try source.read(start..<end))
    return lines.map { line in self.line(line, hiding: places.map { $0.lowerBound + start..<$0.upperBound + start }) }
  }

  private static let longestSecret = 4096

  private func line(_ line: HexLine, hiding places: [Range<Int>]) -> BodyLine {
    var digits = Array(line.hexadecimal)
    var text = Array(line.text)
    for index in line.bytes.indices where places.contains(where: { $0.contains(line.offset + index) }) {
      let column = 3 * index + (index >= 8 ? 1 : 0)
      digits.replaceSubrange(column..<column + 2, with: "••")
      text[index] = "•"
    }
    return BodyLine(
      number: line.address, text: [Span(String(digits), .number), Span("  "), Span(String(text), .string)])
  }

  package func shown(_ text: String) -> String {
    secrets.isEmpty ? text : secrets.maskingForeign(text)
  }
}

extension JSONToken.Kind {
  fileprivate var role: Role {
    switch self {
    case .key: .key
    case .string: .string
    case .number: .number
    case .literal: .literal
    case .punctuation: .text
    case .summary: .muted
    }
  }
}
