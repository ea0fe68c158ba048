import ParleyFiles
import ParleyText

extension YAMLPatch {
  mutating func changeScalar(
    _ node: YAMLNode, _ style: YAMLNode.ScalarStyle, to text: String, isFlow: Bool, indentation: Int
  ) {
    let isBlock = style == .literal || style == .folded
    let literal = isFlow || !(isBlock || text.contains("\n")) ? nil : LiteralText(text, step: layout.step)
    switch (literal, isBlock) {
    case (let literal?, true): rewriteBlock(node, as: literal, indentation: indentation)
    case (let literal?, false): openBlock(node, as: literal, indentation: indentation)
    case (nil, true): closeBlock(node, to: text)
    case (nil, false): replaceLine(node, style, with: text, isFlow: isFlow)
    }
  }

  private mutating func replaceLine(_ node: YAMLNode, _ style: YAMLNode.ScalarStyle, with text: String, isFlow: Bool) {
    let written = ScalarWriter(isFlow: isFlow).line(text, like: style)
    edits.replace(node.place.range, with: node.isAbsent ? " " + written : written)
  }

  /// The lines change, and what stands behind the `|` where it must; a comment there stays.
  private mutating func rewriteBlock(_ node: YAMLNode, as literal: LiteralText, indentation: Int) {
    let start = node.place.range.lowerBound
    let header = layout.lineEnd(of: start)
    let indicators = layout.source.bytes[(start + 1)..<header].prefix { !$0.isBlank && !$0.isLineBreak }
    edits.replace(start..<indicators.endIndex, with: "|" + literal.indicators)
    let end = literal.keepsBlankLines ? max(header, node.place.range.upperBound) : layout.end(ofLinesOf: node)
    let written = literal.written(indentation: indentation + layout.step, lineBreak: layout.lineBreak)
    edits.replace(header..<end, with: (layout.isAtLineStart(header) ? "" : layout.lineBreak) + written)
  }

  /// A `|` takes the place of the value, so that a comment behind it stays where it is; the lines come below.
  private mutating func openBlock(_ node: YAMLNode, as literal: LiteralText, indentation: Int) {
    edits.replace(node.place.range, with: (node.isAbsent ? " |" : "|") + literal.indicators)
    let written = literal.written(indentation: indentation + layout.step, lineBreak: layout.lineBreak)
    insertLines(written, at: layout.end(ofLinesOf: node))
  }

  private mutating func closeBlock(_ node: YAMLNode, to text: String) {
    let end = lastLineBreak(before: layout.end(ofLinesOf: node))
    edits.replace(node.place.range.lowerBound..<end, with: ScalarWriter(isFlow: false).line(text, like: .doubleQuoted))
  }

  /// - Parameter lines: each with its line break.
  mutating func insertLines(_ lines: String, at offset: Int) {
    guard !layout.isAtLineStart(offset) else { return edits.insert(lines, at: offset) }
    edits.insert(layout.lineBreak + lines.dropLast(), at: offset)
  }
}
