/// A change of several files that another program had begun to write and could not end, and that is made now.
package struct FinishedChange: Sendable, Hashable {
  /// How many files it has.
  package let files: Int

  /// Told by whoever finishes one in this task.
  @TaskLocal package static var listener: (@Sendable (FinishedChange) -> Void)?
}
