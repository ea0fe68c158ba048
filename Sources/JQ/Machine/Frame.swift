/// The variables and filters that one activation of a function knows.
final class Frame {
  /// Of the function around it.
  private(set) var parent: Frame?
  var slots: [Value]
  private(set) var closures: [Closure]

  init(parent: Frame?, slots count: Int, closures: [Closure] = []) {
    self.parent = parent
    slots = count == 0 ? [] : Array(repeating: .null, count: count)
    self.closures = closures
  }

  /// The frame so many functions further out.
  @inline(__always)
  func outer(_ hops: Int) -> Frame {
    var frame = self
    for _ in 0..<hops {
      guard let next = frame.parent else { return frame }
      frame = next
    }
    return frame
  }

  /// Long chains are released in a loop: recursion would not fit the stack.
  deinit {
    guard parent != nil || !closures.isEmpty else { return }
    var pending: [Frame] = []
    surrender(into: &pending)
    while var frame = pending.popLast() {
      if isKnownUniquelyReferenced(&frame) { frame.surrender(into: &pending) }
    }
  }

  private func surrender(into pending: inout [Frame]) {
    if let parent { pending.append(parent) }
    parent = nil
    for closure in closures { pending.append(closure.frame) }
    closures = []
  }
}

/// A filter that was passed to a function, with the frame it was written in.
struct Closure {
  let body: Node
  let frame: Frame
  /// How many variables it has of its own; with none it runs in the frame it was written in.
  let slots: Int

  @inline(__always)
  func activate() -> Frame { slots == 0 ? frame : Frame(parent: frame, slots: slots) }
}
