extension Debugger {
  /// A point at which a run pauses.
  ///
  /// ```swift
  /// debugger.add(.before(pay), if: { node in node.input.value?["total"] == 12 })
  /// debugger.add(.failure)
  /// debugger.add(.after(nil)) // after every step
  /// ```
  public struct Breakpoint: Sendable, Hashable {
    /// The moment at which a breakpoint pauses the run.
    @nonexhaustive public enum Moment: Sendable, Hashable {
      /// For a node that runs for each element of a list this means before the list is made, and every element.
      case before
      /// Once the node has run.
      case after
      /// Once a request or a local job has failed, and is not tried again.
      case failure
      /// Once this shared key was written: after the node that wrote it, where the breakpoint names it; else at the next node.
      case shared(String)
    }

    /// The moment at which it pauses the run.
    public var moment: Moment
    /// At which step of the group, for whatever element that runs; nil is at every one.
    public var path: NodePath?
    /// For which element of a list only, counted from 0.
    public var element: Int?
    /// Tells apart those of one place that have different conditions.
    public var label: String?

    /// Stops then, and there.
    public init(_ moment: Moment, at path: NodePath? = nil, element: Int? = nil, label: String? = nil) {
      self.moment = moment
      self.path = path
      self.element = element
      self.label = label
    }

    /// Before a step runs.
    public static func before(_ path: NodePath?) -> Breakpoint { Breakpoint(.before, at: path) }
    /// Once a step has run.
    public static func after(_ path: NodePath?) -> Breakpoint { Breakpoint(.after, at: path) }
    /// Once any request or local job has failed.
    public static let failure = Breakpoint(.failure)
    /// At the next node once this shared key was written.
    public static func shared(_ key: String) -> Breakpoint { Breakpoint(.shared(key)) }

    /// Whether it stops at whatever node comes next, and not at the one that wrote the key.
    var isForNextNode: Bool {
      if case .shared = moment { path == nil } else { false }
    }

    /// Whether it is about the node at a place of a run.
    func concerns(_ place: NodePath) -> Bool {
      if let path, path != place.withoutElements { return false }
      guard let element else { return true }
      return place.innermostElement == element
    }
  }
}

extension NodePath {
  /// As it stands in the group, whatever element it runs for.
  package var withoutElements: NodePath {
    NodePath(
      parts.filter {
        if case .node = $0 { true } else { false }
      })
  }

  /// Whether it is the run for one element of a list.
  package var isElement: Bool {
    if case .element? = parts.last { true } else { false }
  }

  /// Which element of the nearest list around it this runs for.
  package var innermostElement: Int? {
    for part in parts.reversed() {
      if case .element(let index) = part { return index }
    }
    return nil
  }
}
