/// What a workspace file may be at most. Files come from outside: without bounds a small one could use up memory or
/// the stack.
public struct YAMLLimits: Sendable, Equatable {
  /// In bytes.
  public var size: Int
  /// Of lists and maps in one another.
  public var depth: Int

  public init(size: Int = 4 << 20, depth: Int = 64) {
    self.size = size
    self.depth = depth
  }

  public static let standard = YAMLLimits()
}
