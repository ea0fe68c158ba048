/// The variables of a function (or of a filter that is passed to one), counted while it is compiled.
final class Layout {
  let parent: Layout?
  private(set) var slots = 0

  init(_ parent: Layout?) {
    self.parent = parent
  }

  func newSlot() -> Int {
    slots += 1
    return slots - 1
  }

  /// How many functions further out `layout` is.
  func hops(to layout: Layout) -> Int {
    var (hops, current) = (0, self)
    while current !== layout, let parent = current.parent {
      hops += 1
      current = parent
    }
    return hops
  }
}

/// The meaning of a name, and all names further out.
final class Scope {
  enum Meaning {
    case variable(String, slot: Int)
    case label(String, slot: Int)
    case function(Function)
    case parameter(String, index: Int)
  }

  let outer: Scope?
  let meaning: Meaning
  let layout: Layout

  init(_ meaning: Meaning, in layout: Layout, _ outer: Scope?) {
    (self.meaning, self.layout, self.outer) = (meaning, layout, outer)
  }
}

extension Scope? {
  /// The innermost scope that fits.
  func first<Result>(_ fit: (Scope) -> Result?) -> Result? {
    var current = self
    while let scope = current {
      if let result = fit(scope) { return result }
      current = scope.outer
    }
    return nil
  }
}
