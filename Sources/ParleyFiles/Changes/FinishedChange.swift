/// A change of several files that another program had begun to write and could not end, and that is made now.
package struct FinishedChange: Sendable, Hashable {
  /// Told by whoever finishes a change. A type of its own, as the optimizer of Swift 6.3 crashes on a function as the value of a task.
  package struct Listener: Sendable {
    let tell: @Sendable (FinishedChange) -> Void

    package init(_ tell: @escaping @Sendable (FinishedChange) -> Void) {
      self.tell = tell
    }
  }

  /// How many files it has.
  package let files: Int

  /// The listener to what is finished in this task.
  @TaskLocal package static var listener: Listener?
}
