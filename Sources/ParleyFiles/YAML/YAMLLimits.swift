/// The limits of a workspace file. Files are not trusted: without limits a small one could exhaust memory or the stack.
package struct YAMLLimits: Sendable, Equatable {
  /// In bytes.
  package var size: Int
  /// Of lists and maps in one another.
  package var depth: Int

  package init(size: Int = 4 << 20, depth: Int = 64) {
    self.size = size
    self.depth = depth
  }

  package static let standard = YAMLLimits()
}
