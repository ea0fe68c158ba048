internal import ParleyEngine
internal import ParleyText

/// Finds what does not fit together in the groups of a workspace.
struct GroupChecks {
  private(set) var diagnostics: [Diagnostic] = []
  private let workspace: Workspace
  /// The steps that are known where the check is.
  private var known = KnownNames()
  private var roots: StepRoots

  /// - Parameters:
  ///   - groups: those that are looked at; all when nil.
  ///   - checkText: gets each text of a node, with the steps that are known where it stands.
  init(_ workspace: Workspace, of groups: [WorkspaceGroup]? = nil, checkText: (Located<String>, KnownNames) -> Void) {
    self.workspace = workspace
    roots = StepRoots(workspace)
    let groups = groups ?? workspace.groups
    for group in groups {
      checkNames(in: group.definition)
      roots.enter(group.definition)
      known.surroundings = StepSurroundings(group.definition.list)
      _ = check(group.definition.list, checkText)
      checkList(group.definition.list, of: group)
    }
    for circle in GroupCircles(in: workspace, of: groups).found {
      note(.circularGroup, at: circle.place, "groups run each other in a circle\(circle.words)")
    }
  }

  private mutating func checkList(_ list: NodeListDefinition, of group: WorkspaceGroup) {
    if list.serial != nil, list.concurrent != nil {
      note(.conflict, at: .start(of: group.file), "a group has serial and concurrent; expected one of them")
    } else if list.serial == nil, list.concurrent == nil, !group.hasErrors {
      note(.missingKey, at: .start(of: group.file), "the group has no steps; expected serial or concurrent")
    } else if list.concurrent == nil, let place = list.limit?.place {
      note(.conflict, at: place, "“limit” belongs to `concurrent`")
    }
  }

  private mutating func checkNames(in group: GroupDefinition) {
    var known: [String: NamedStep] = [:]
    group.list.visit { node in
      guard let name = node.stepName, let place = node.namePlace else { return }
      let step = NamedStep(id: node.idOfName, place: place)
      if let first = known[name] { noteClash(name, first, step) } else { known[name] = step }
    }
  }

  private struct NamedStep {
    /// That its name is derived from.
    let id: String?
    let place: SourcePlace
  }

  private mutating func noteClash(_ name: String, _ first: NamedStep, _ second: NamedStep) {
    let line = " in line \(first.place.line)"
    let ids = [first, second].compactMap(\.id).filter { $0.lastPathPart != name }
    let origin =
      ids.isEmpty ? "" : ": it is derived from \(ids.map { Printable.quoted($0) }.joined(separator: " and "))"
    note(
      .duplicateStep, at: second.place, "the step \(Printable.quoted(name)) already exists\(line)\(origin)",
      hint: "rename one of them with `as:`")
  }

  /// - Returns: the steps in it that are known behind it.
  private mutating func check(
    _ list: NodeListDefinition, _ checkText: (Located<String>, KnownNames) -> Void
  ) -> [String] {
    let before = known.count
    defer { known.keep(first: before) }
    var inside: [String] = []
    for (index, node) in list.nodes.enumerated() {
      known.surroundings.enter(index)
      let names = check(node, checkText)
      known.surroundings.leave()
      inside += names
      if list.order == .serial { known.add(names) }
    }
    return inside
  }

  private mutating func check(
    _ node: NodeDefinition, _ checkText: (Located<String>, KnownNames) -> Void
  ) -> [String] {
    checkReferences(of: node)
    for text in node.texts where text.value.hasTemplateMark { checkText(text, known) }
    for filter in node.filters {
      check(filter, of: node)
      checkRoots(in: filter)
    }
    for row in node.job.set { checkSet(row) }
    diagnostics += node.job.assert.compactMap(Diagnostic.init(ofCondition:))
    // Elements that run at the same time have names of their own in each.
    let inner = check(node.list, checkText)
    return (node.each != nil && node.elementsAtOnce > 1 ? [] : inner) + (node.stepName.map { [$0] } ?? [])
  }

  private mutating func checkReferences(of node: NodeDefinition) {
    if let request = node.request, workspace.request(request.value) == nil {
      noteUnknown("request", request, among: workspace.requests.lazy.map(\.id))
    }
    if let group = node.group, workspace.group(group.value) == nil {
      noteUnknown("group", group, among: workspace.groups.lazy.map(\.id))
    }
  }

  private mutating func check(_ filter: Located<JQFilter>, of node: NodeDefinition) {
    for (name, range) in filter.value.stepNames where !known.contains(name) {
      // What is waited for may be the step itself.
      if name == node.stepName, filter == node.until { continue }
      guard let place = workspace.place(of: range, in: Located(filter.value.text, at: filter.place)) else { continue }
      if let words = known.surroundings.words(for: name) {
        diagnostics.append(Diagnostic(.unknownName, at: place, words.problem, hint: words.hint))
        continue
      }
      let nearest = NearestName.of(name, among: known.all)
      let hint =
        known.all.isEmpty
        ? "no step comes before it" : "steps before it: \(known.all.prefix(8).joined(separator: ", "))"
      diagnostics.append(
        Diagnostic(
          .unknownName, at: place, "unknown step \(Printable.quoted(name))", nearest: nearest,
          hint: nearest == nil ? hint : nil))
    }
  }

  /// A name that the result of a step hardly has, because the result is what stands there in the response.
  private mutating func checkRoots(in filter: Located<JQFilter>) {
    for path in filter.value.stepPaths where path.names.count > 1 && known.contains(path.names[0]) {
      guard let (root, request) = roots.root(ofStep: path.names[0]), root == path.names[1],
        let place = workspace.place(of: path.range, in: Located(filter.value.text, at: filter.place))
      else { continue }
      diagnostics.append(
        Diagnostic(
          .unknownName, .warning, at: place,
          "the result of step \(Printable.quoted(path.names[0])) begins at \(Printable.quoted(root)) already",
          hint: "leave out .\(root): the response.root of \(request) takes it out of the response"))
    }
  }

  /// Beside `assert`, `when` and `jq`, whose texts are filters, the texts of `set` are easily taken for filters too.
  private mutating func checkSet(_ row: Row) {
    guard let place = row.place, Self.looksLikeFilter(row.value) else { return }
    let template = "{{input\(row.value == "." ? "" : row.value)}}"
    diagnostics.append(
      Diagnostic(
        .wrongValue, .warning, at: place, "\(Printable.quoted(row.value)) is a text here, not a filter",
        hint: "for the value write \"\(template)\"; for a filter's result add a job with “jq” before this step"))
  }

  /// A path such as `.total`, `.[0].id` or `.` alone.
  private static func looksLikeFilter(_ text: String) -> Bool {
    guard text.hasPrefix(".") else { return false }
    let rest = text.dropFirst()
    return rest.isEmpty || rest.first == "[" || rest.first == "\""
      || (rest.first?.isLetter == true || rest.first == "_") && !rest.contains(" ") && !rest.contains("/")
  }

  private mutating func noteUnknown(
    _ what: String, _ id: Located<String>, among known: some Collection<String>
  ) {
    guard let place = id.place else { return }
    let (nearest, hint) = NearestID.hint(
      id.value, among: known, otherwise: "a \(what) is named by its path under \(what)s/")
    diagnostics.append(
      Diagnostic(
        .unknownName, at: place, "unknown \(what) \(Printable.quoted(id.value))", nearest: nearest,
        hint: hint))
  }

  private mutating func note(_ code: Diagnostic.Code, at place: SourcePlace, _ message: String, hint: String? = nil) {
    diagnostics.append(Diagnostic(code, at: place, message, hint: hint))
  }
}
