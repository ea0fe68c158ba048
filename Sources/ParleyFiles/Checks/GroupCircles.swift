internal import ParleyEngine

/// Groups that run each other in a circle, which would never end.
struct GroupCircles {
  struct Circle {
    /// Of the step that leads into it.
    let place: SourcePlace
    /// Those of the circle, from the group to itself again; nil where nobody has looked.
    let path: [String]?

    /// Goes on after “in a circle”.
    var words: String {
      guard let path else { return "" }
      let shown = path.count > 12 ? path.prefix(6) + ["…"] + path.suffix(5) : path[...]
      return ": \(shown.joined(separator: " → "))"
    }
  }

  private(set) var found: [Circle] = []
  private var steps: [ExactString: [(group: ExactString, place: SourcePlace)]] = [:]

  /// A person who has seen so many circles looks for the rest when these are gone.
  private static let mostPaths = 100

  /// - Parameter groups: those whose circles are looked for.
  init(in workspace: Workspace, of groups: [WorkspaceGroup]) {
    for group in workspace.groups {
      var next: [(group: ExactString, place: SourcePlace)] = []
      group.definition.list.visit { node in
        if let group = node.group, let place = group.place { next.append((ExactString(group.value), place)) }
      }
      steps[ExactString(group.id)] = next
    }
    let suspects = groupsThatMayCircle
    for group in groups.lazy.map({ ExactString($0.id) }) where suspects.contains(group) {
      guard let first = steps[group]?.first(where: { suspects.contains($0.group) }) else { continue }
      if found.count >= Self.mostPaths {
        found.append(Circle(place: first.place, path: nil))
      } else if let circle = circle(from: group, in: suspects) {
        found.append(circle)
      }
    }
  }

  /// Those that are left when groups that run none of the others, and groups that none of the others runs, are taken away one by one.
  private var groupsThatMayCircle: Set<ExactString> {
    let forth = steps.mapValues { Set($0.map(\.group)).filter { steps[$0] != nil } }
    var back: [ExactString: Set<ExactString>] = [:]
    for (group, next) in forth { for other in next { back[other, default: []].insert(group) } }
    return Self.left(of: Self.left(of: Set(steps.keys), without: forth, from: back), without: back, from: forth)
  }

  private static func left(
    of groups: Set<ExactString>, without forth: [ExactString: Set<ExactString>],
    from back: [ExactString: Set<ExactString>]
  ) -> Set<ExactString> {
    var left = groups
    var counts = forth.mapValues { $0.count { groups.contains($0) } }
    var open = groups.filter { counts[$0, default: 0] == 0 }.map { $0 }
    while let group = open.popLast() {
      left.remove(group)
      for other in back[group] ?? [] where left.contains(other) {
        counts[other, default: 0] -= 1
        if counts[other] == 0 { open.append(other) }
      }
    }
    return left
  }

  /// The shortest way from a group to itself.
  private func circle(from start: ExactString, in groups: Set<ExactString>) -> Circle? {
    var cameFrom: [ExactString: ExactString] = [:]
    var open = [start]
    var next = 0
    while next < open.count {
      let group = open[next]
      next += 1
      for step in steps[group] ?? [] where groups.contains(step.group) {
        if step.group == start { return circle(closedBy: group, from: start, cameFrom) }
        if cameFrom[step.group] == nil {
          cameFrom[step.group] = group
          open.append(step.group)
        }
      }
    }
    return nil
  }

  private func circle(
    closedBy last: ExactString, from start: ExactString, _ cameFrom: [ExactString: ExactString]
  ) -> Circle? {
    let way = sequence(first: last) { $0 == start ? nil : cameFrom[$0] }.map(\.text).reversed() + [start.text]
    guard let place = steps[start]?.first(where: { $0.group.text.isIdentical(to: way[1]) })?.place else { return nil }
    return Circle(place: place, path: way)
  }
}
