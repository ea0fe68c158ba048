import ParleyText

/// The first sentence of a description in Markdown, as plain text on one line.
struct FirstSentence {
  let text: String

  init(of markdown: String) {
    let lines = MarkdownBlock.blocks(of: markdown).first?.lines ?? []
    text = Self.sentence(of: MarkdownRun.runs(of: lines.joined(separator: " ")).plain.trimmed)
  }

  /// Up to a full stop behind which something else begins; "e.g. this" and "1.5" go on.
  private static func sentence(of text: String) -> String {
    guard let end = text.firstRange(of: #/[.!?](?=\s+\p{Lu})/#) else { return text }
    return String(text[..<end.upperBound])
  }
}
