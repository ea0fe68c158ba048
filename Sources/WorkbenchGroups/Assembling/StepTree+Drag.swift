import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchState

// A step of the file that is dragged moves in its list to where the mouse lets it go. So a second click on it opens it only when the
// button is let go.
extension StepTree {
  /// - Parameter isSecond: whether it was pressed where the cursor was already.
  /// - Returns: the resulting effects; nil if no step of the file can be dragged.
  mutating func drag(_ mouse: Mouse, isSecond: Bool) -> [Effect]? {
    guard run == nil else { return nil }
    switch mouse.action {
    case .press(.left): held = row(at: mouse).map { HeldStep(path: $0.path, isClickedAgain: isSecond) }
    case .release:
      defer { held = nil }
      guard let held, let target = row(at: mouse)?.path else { return [] }
      if target == held.path { return held.isClickedAgain ? [.then(.groups(.move(.openStep)))] : [] }
      return drop(held.path, on: target)
    default: break
    }
    return []
  }

  private mutating func drop(_ path: NodePath, on target: NodePath) -> [Effect] {
    guard let distance = path.distance(to: target) else { return [] }
    marked = []
    select(path)
    return (0..<abs(distance)).map { _ in .then(.assemble(.verb(.move(distance.signum())))) }
  }

  private func row(at mouse: Mouse) -> StepRow? {
    let line = cursor.top + mouse.point.y - headLines
    return mouse.point.y >= headLines && rows.indices.contains(line) ? rows[line] : nil
  }
}

/// The step held by the mouse.
struct HeldStep: Hashable, Sendable {
  let path: NodePath
  let isClickedAgain: Bool
}

extension NodePath {
  /// By how many places it must move in its list to be where another step is, or what that stands in; nil where it is there.
  fileprivate func distance(to other: NodePath) -> Int? {
    guard let list = parent, case .node(let own)? = parts.last, other.parts.count >= parts.count,
      Array(other.parts.dropLast(other.parts.count - parts.count + 1)) == Array(list.parts),
      case .node(let place) = other.parts[parts.count - 1], place != own
    else { return nil }
    return place - own
  }
}
