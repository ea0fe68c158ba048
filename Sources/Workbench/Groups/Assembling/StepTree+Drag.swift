import ParleyEngine
import TerminalKit

// A step of the file that is dragged moves in its list to where the mouse lets it go.
extension StepTree {
  /// - Returns: what comes of it; nil where nothing was dragged.
  mutating func drag(_ mouse: Mouse) -> [Effect]? {
    guard run == nil else { return nil }
    switch mouse.action {
    case .press(.left): held = row(at: mouse)?.path
    case .release:
      defer { held = nil }
      guard let held, let target = row(at: mouse)?.path, let distance = held.distance(to: target) else { return nil }
      marked = []
      select(held)
      return (0..<abs(distance)).map { _ in .then(.assemble(.verb(.move(distance.signum())))) }
    default: break
    }
    return nil
  }

  private func row(at mouse: Mouse) -> StepRow? {
    let line = cursor.top + mouse.point.y - headLines
    return mouse.point.y >= headLines && rows.indices.contains(line) ? rows[line] : nil
  }
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
