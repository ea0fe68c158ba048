internal import ParleyEngine

/// Finds what does not fit together in the groups of a workspace.
struct GroupChecks {
  private(set) var diagnostics: [Diagnostic] = []
  /// Texts of nodes, with the steps that are known where they stand.
  private(set) var texts: [(text: Located<String>, steps: [String])] = []
  private let workspace: Workspace

  /// - Parameter groups: those that are looked at; all when nil.
  init(_ workspace: Workspace, of groups: [WorkspaceGroup]? = nil) {
    self.workspace = workspace
    for group in groups ?? workspace.groups {
      checkNames(in: group.definition)
      _ = check(group.definition.list, knowing: [])
      checkCircle(of: group)
      checkList(group.definition.list, of: group)
    }
  }

  private mutating func checkList(_ list: NodeListDefinition, of group: WorkspaceGroup) {
    if list.serial != nil, list.concurrent != nil {
      note(.conflict, at: .start(of: group.file), "a group has serial and concurrent; expected one of them")
    } else if list.serial == nil, list.concurrent == nil, !group.hasErrors {
      note(.missingKey, at: .start(of: group.file), "the group has no steps; expected serial or concurrent")
    } else if list.concurrent == nil, let place = list.limit?.place {
      note(.conflict, at: place, "'limit' belongs to `concurrent`")
    }
  }

  private mutating func checkNames(in group: GroupDefinition) {
    var known: [String: NodeDefinition] = [:]
    for node in group.allNodes {
      guard let name = node.stepName, let place = node.namePlace else { continue }
      if let first = known[name] { noteClash(name, first, node, at: place) } else { known[name] = node }
    }
  }

  private mutating func noteClash(
    _ name: String, _ first: NodeDefinition, _ second: NodeDefinition, at place: SourcePlace
  ) {
    let line = first.namePlace.map { " in line \($0.line)" } ?? ""
    let ids = [first, second].compactMap(\.idOfName).filter { $0.lastPathPart != name }
    let origin =
      ids.isEmpty ? "" : ": it is derived from \(ids.map { Printable.quoted($0) }.joined(separator: " and "))"
    note(
      .duplicateStep, at: place, "the step \(Printable.quoted(name)) already exists\(line)\(origin)",
      hint: "rename one of them with `as:`")
  }

  /// - Returns: the steps that are known behind the list.
  private mutating func check(_ list: NodeListDefinition, knowing steps: [String]) -> [String] {
    var known = steps
    var inside = steps
    for node in list.nodes {
      inside = check(node, knowing: list.order == .serial ? known : steps)
      known += inside.filter { !known.contains($0) }
    }
    return known
  }

  private mutating func check(_ node: NodeDefinition, knowing steps: [String]) -> [String] {
    checkReferences(of: node)
    texts += node.texts.map { ($0, steps) }
    // What is waited for may be the step itself.
    let own = node.stepName.map { steps + [$0] } ?? steps
    for filter in node.filters { check(filter, knowing: filter == node.until ? own : steps) }
    // Elements that run at the same time have names of their own in each.
    let inner = check(node.list, knowing: steps)
    return (node.each != nil && node.elementsAtOnce > 1 ? [] : inner) + (node.stepName.map { [$0] } ?? [])
  }

  private mutating func checkReferences(of node: NodeDefinition) {
    if let request = node.request, workspace.request(request.value) == nil {
      noteUnknown("request", request, among: workspace.requests.map(\.id))
    }
    if let group = node.group, workspace.group(group.value) == nil {
      noteUnknown("group", group, among: workspace.groups.map(\.id))
    }
  }

  private mutating func check(_ filter: Located<JQFilter>, knowing steps: [String]) {
    for (name, range) in filter.value.stepNames where !steps.contains(name) {
      guard let place = workspace.place(of: range, in: Located(filter.value.text, at: filter.place)) else { continue }
      let nearest = NearestName.of(name, among: steps)
      let hint =
        steps.isEmpty ? "no step comes before it" : "steps before it: \(steps.prefix(8).joined(separator: ", "))"
      diagnostics.append(
        Diagnostic(
          .unknownName, at: place, "unknown step \(Printable.quoted(name))", nearest: nearest,
          hint: nearest == nil ? hint : nil))
    }
  }

  /// Groups that lead back to themselves would never end.
  private mutating func checkCircle(of group: WorkspaceGroup) {
    guard let (circle, place) = circle(from: group.id, to: group.id, path: [group.id]) else { return }
    note(.circularGroup, at: place, "groups run each other in a circle: \(circle.joined(separator: " → "))")
  }

  private func circle(from id: String, to start: String, path: [String]) -> (path: [String], place: SourcePlace)? {
    for node in workspace.group(id)?.definition.allNodes ?? [] {
      guard let next = node.group, let place = next.place else { continue }
      if next.value.isIdentical(to: start) { return (path + [start], place) }
      guard !path.contains(exactly: next.value) else { continue }
      if let found = circle(from: next.value, to: start, path: path + [next.value]) { return (found.path, place) }
    }
    return nil
  }

  private mutating func noteUnknown(_ what: String, _ id: Located<String>, among known: [String]) {
    guard let place = id.place else { return }
    let nearest = NearestID.of(id.value, among: known)
    let hint = "a \(what) is named by its path under \(what)s/"
    diagnostics.append(
      Diagnostic(
        .unknownName, at: place, "unknown \(what) \(Printable.quoted(id.value))", nearest: nearest,
        hint: nearest == nil ? hint : nil))
  }

  private mutating func note(_ code: Diagnostic.Code, at place: SourcePlace, _ message: String, hint: String? = nil) {
    diagnostics.append(Diagnostic(code, at: place, message, hint: hint))
  }
}
