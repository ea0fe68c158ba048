internal import ParleyEngine

/// A text with its templates filled in, and what stands where in it.
package struct RenderedText: Sendable, Equatable {
  /// One filled-in value.
  package struct Fill: Sendable, Equatable {
    /// As UTF-8 offsets in `text`.
    package let range: Range<Int>
    /// The template, without its braces.
    package let template: String
    package let source: ValueSource
    package let isSecret: Bool
    /// JSON's `null` that nobody wrote, sent as the word.
    package internal(set) var isNull = false
  }

  package internal(set) var text: String
  /// In the order of the text.
  package internal(set) var fills: [Fill]

  package init(_ text: String = "", fills: [Fill] = []) {
    self.text = text
    self.fills = fills
  }

  package var isSecret: Bool { fills.contains(where: \.isSecret) }

  /// The text with each secret value masked; an empty one is nothing to mask.
  package var masked: String {
    var bytes = Array(text.utf8)
    for fill in fills.reversed() where fill.isSecret && !fill.range.isEmpty {
      bytes.replaceSubrange(fill.range, with: Array(Secrets.mask.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
