extension StringProtocol {
  /// The text of Markdown without its marks: a line for each paragraph and for each point of a list.
  package var withoutMarkdown: String {
    MarkdownBlock.blocks(of: String(self)).flatMap { ($0.isApart ? [""] : []) + $0.plainLines }.joined(separator: "\n")
  }
}

extension MarkdownBlock {
  /// Its lines without their marks.
  fileprivate var plainLines: [String] {
    let texts = kind == .code ? lines : lines.map { MarkdownRun.runs(of: $0).plain.trimmed }
    switch kind {
    case .item(let depth, let sign):
      let front = String(repeating: "  ", count: depth) + (sign == "-" ? "• " : "\(sign) ")
      return texts.enumerated().map { $0.offset == 0 ? front + $0.element : $0.element }
    case .rule: return []
    default: return texts
    }
  }
}
