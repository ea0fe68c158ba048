/// The limits of a workspace file. Files are not trusted: without limits a small one could exhaust memory or the stack.
package struct YAMLLimits: Sendable, Equatable {
  /// In bytes.
  package var size: Int
  /// Of lists and maps in one another.
  package var depth: Int
  /// Anchors and aliases, tags and further documents are read as YAML 1.2 has them: the strict rules are for files of a
  /// workspace, not for those that somebody else wrote.
  package var isForeign: Bool

  package init(size: Int = 4 << 20, depth: Int = 64, isForeign: Bool = false) {
    self.size = size
    self.depth = depth
    self.isForeign = isForeign
  }

  package static let standard = YAMLLimits()
}
