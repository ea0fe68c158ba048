import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// The breakpoints of all groups, and the one under the cursor of their list.
struct Breakpoints: Sendable {
  /// Nil until they have been read.
  private(set) var byGroup: [ExactString: [StepBreakpoint]]?
  var cursor = ListCursor()

  subscript(group: String?) -> [StepBreakpoint] {
    group.flatMap { byGroup?[ExactString($0)] } ?? []
  }

  /// Nil where they have not been read yet: what was kept counts then.
  func known(of group: String) -> [StepBreakpoint]? { byGroup == nil ? nil : self[group] }

  /// Takes over the breakpoints that were kept; those set before they were loaded stay.
  mutating func load(_ kept: [String: [StepBreakpoint]]) {
    let known = byGroup ?? [:]
    byGroup = Dictionary(kept.map { (ExactString($0), $1) }) { first, _ in first }.merging(known) { $1 }
  }

  mutating func set(_ breakpoints: [StepBreakpoint], of group: String) {
    byGroup = (byGroup ?? [:]).merging([ExactString(group): breakpoints]) { $1 }
    cursor.count = breakpoints.count
  }

  /// Of a group that has another name now.
  mutating func move(_ group: String, to id: String) {
    guard byGroup != nil, let moved = byGroup?.removeValue(forKey: ExactString(group)) else { return }
    byGroup?[ExactString(id)] = moved
  }
}

extension [StepBreakpoint] {
  /// Sets a breakpoint at a step, or clears it. One with a condition is only turned off and on: what was typed stays.
  mutating func turn(_ moment: StepBreakpoint.Moment, at step: StepName?) {
    let places = indices.filter { self[$0].moment == moment && self[$0].step == step }
    if let plain = places.first(where: { self[$0].isPlain }) {
      if self[plain].isOn { remove(at: plain) } else { self[plain].isOn = true }
    } else if places.isEmpty {
      append(StepBreakpoint(moment, at: step))
    } else {
      let isOn = places.contains { self[$0].isOn }
      for place in places { self[place].isOn = !isOn }
    }
  }
}

/// How a breakpoint is shown: glyphs tell without colour.
enum BreakpointMark: Int, Comparable, Sendable {
  case off, conditional, after, before

  init(_ breakpoint: StepBreakpoint) {
    switch breakpoint.moment {
    case _ where !breakpoint.isOn: self = .off
    case .before where breakpoint.isPlain: self = .before
    case .after where breakpoint.isPlain: self = .after
    case .before, .after, .failure, .shared: self = .conditional
    }
  }

  var glyph: String {
    switch self {
    case .off: "◌"
    case .conditional: "◐"
    case .after: "○"
    case .before: "●"
    }
  }

  var style: Style { self == .off ? .muted : Style(.failure) }

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The marks of breakpoints in the tree of steps: those of each step, and of single elements.
struct BreakpointMarks: Sendable {
  private struct Element: Hashable {
    let path: NodePath
    let index: Int
  }

  private(set) var breakpoints: [StepBreakpoint] = []
  private var steps: [NodePath: BreakpointMark] = [:]
  private var elements: [Element: BreakpointMark] = [:]

  mutating func show(_ breakpoints: [StepBreakpoint], in outline: [StepOutline]) {
    self.breakpoints = breakpoints
    (steps, elements) = ([:], [:])
    for breakpoint in breakpoints {
      guard let path = breakpoint.step?.path(in: outline) else { continue }
      let mark = BreakpointMark(breakpoint)
      steps[path] = max(steps[path] ?? mark, mark)
      if let index = breakpoint.element { elements[Element(path: path, index: index)] = mark }
    }
  }

  subscript(path: NodePath) -> BreakpointMark? {
    guard path.isElement, let index = path.innermostElement else { return steps[path.withoutElements] }
    return elements[Element(path: path.withoutElements, index: index)]
  }

  /// The breakpoint that stops at every step, in a few words; empty if there is none.
  var everywhere: String {
    let all = breakpoints.filter { $0.step == nil && $0.isOn }
    guard let first = all.first else { return "" }
    let words = first.condition.isEmpty || first.moment == .shared ? first.when : "\(first.when) \(first.condition)"
    return "\(BreakpointMark(first).glyph) \(words.fitted(to: 24))\(all.count > 1 ? " +\(all.count - 1)" : "")"
  }
}
