import ParleyText

/// The first sentence of a description in Markdown, as plain text on one line.
struct FirstSentence {
  let text: String

  init(of markdown: String) {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).map(\.trimmed)
    let paragraph = lines.drop(while: \.isEmpty).prefix { !$0.isEmpty }.joined(separator: " ")
    text = Self.sentence(of: Self.plain(paragraph))
  }

  /// Up to a full stop behind which something else begins; "e.g. this" and "1.5" go on.
  private static func sentence(of text: String) -> String {
    guard let end = text.firstRange(of: #/[.!?](?=\s+\p{Lu})/#) else { return text }
    return String(text[..<end.upperBound])
  }

  /// Without the marks of headings, emphasis, code and links.
  private static func plain(_ text: String) -> String {
    text.replacing(#/^#+\s+/#, with: "")
      .replacing(#/!?\[([^\]]*)\]\([^)]*\)/#) { $0.output.1 }
      .replacing(#/(\*\*|__)(.+?)\1/#) { $0.output.2 }
      .replacing(#/(^|\s)[*_](\S(?:.*?\S)?)[*_](?=\W|$)/#) { $0.output.1 + $0.output.2 }
      .replacing("`", with: "")
  }
}
