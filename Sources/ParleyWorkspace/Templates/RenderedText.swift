internal import ParleyEngine

/// A text with its templates filled in, and what stands where in it.
public struct RenderedText: Sendable, Equatable {
  /// One filled-in value.
  public struct Fill: Sendable, Equatable {
    /// As UTF-8 offsets in `text`.
    public let range: Range<Int>
    /// The template, without its braces.
    public let template: String
    public let source: ValueSource
    public let isSecret: Bool
    /// JSON's `null` that nobody wrote, sent as the word.
    public internal(set) var isNull = false
  }

  public internal(set) var text: String
  /// In the order of the text.
  public internal(set) var fills: [Fill]

  public init(_ text: String = "", fills: [Fill] = []) {
    self.text = text
    self.fills = fills
  }

  public var isSecret: Bool { fills.contains(where: \.isSecret) }

  /// The text with each secret value masked.
  public var masked: String {
    var bytes = Array(text.utf8)
    for fill in fills.reversed() where fill.isSecret {
      bytes.replaceSubrange(fill.range, with: Array(Secrets.mask.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
