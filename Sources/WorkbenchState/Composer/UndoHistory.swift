/// The states a value had before, to go back to and forth again.
package struct UndoHistory<Value: Sendable>: Sendable {
  private static var capacity: Int { 200 }

  private var past: [Value] = []
  private var future: [Value] = []
  /// The group of the last change; a further change of the same group is no step of its own.
  private var group: String?

  package init() {}

  package var canUndo: Bool { !past.isEmpty }
  package var canRedo: Bool { !future.isEmpty }

  /// How many steps there are to undo.
  var steps: Int { past.count }

  /// Call before a change.
  /// - Parameter group: changes in a row with the same one are undone together, as the letters typed into one field.
  package mutating func willChange(_ value: Value, group: String? = nil) {
    future = []
    if let group, group == self.group { return }
    self.group = group
    past.append(value)
    if past.count > Self.capacity { past.removeFirst() }
  }

  /// The next change is a step of its own, whatever it belongs to.
  package mutating func seal() { group = nil }

  /// Makes one step of all changes behind so many, and none if they came to nothing.
  mutating func join(from steps: Int, unless cameToNothing: (Value) -> Bool) {
    guard steps < past.count else { return }
    past.removeSubrange((steps + 1)...)
    if cameToNothing(past[steps]) { past.removeLast() }
  }

  package mutating func undo(_ value: Value) -> Value? {
    group = nil
    guard let last = past.popLast() else { return nil }
    future.append(value)
    return last
  }

  package mutating func redo(_ value: Value) -> Value? {
    group = nil
    guard let next = future.popLast() else { return nil }
    past.append(value)
    return next
  }
}
