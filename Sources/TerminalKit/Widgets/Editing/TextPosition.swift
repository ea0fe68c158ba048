/// A place between two graphemes of a text.
public struct TextPosition: Hashable, Sendable, Comparable {
  /// From 0.
  public var line: Int
  /// Graphemes before it on its line.
  public var character: Int

  public init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  public static let start = TextPosition(line: 0, character: 0)

  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}
