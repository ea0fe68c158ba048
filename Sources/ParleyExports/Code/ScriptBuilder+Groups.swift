internal import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyText

// Groups as steps.
extension ScriptBuilder {
  mutating func steps(of group: WorkspaceGroup) -> [Script.Step] {
    let outer = scope
    scope = scope.inner
    place = group.id
    defer { scope.input = outer.input }
    var steps = steps(of: group.definition.list)
    if let docs = group.definition.docs?.value { steps.insert(.comment(docs), at: 0) }
    return steps
  }

  private mutating func steps(of list: NodeListDefinition) -> [Script.Step] {
    let nodes = list.nodes.filter { $0.disabled?.value != true }
    if list.concurrent != nil { note("What runs at the same time in Parley runs one after another.") }
    let cleaning = nodes.reversed().prefix { $0.always?.value == true }.count
    let before = scope.input
    var steps: [Script.Step] = []
    for node in nodes.dropLast(cleaning) {
      if list.concurrent != nil { scope.input = before }
      steps += self.steps(of: node)
    }
    guard cleaning > 0 else { return steps }
    return [.ensure(steps, nodes.suffix(cleaning).flatMap { self.steps(of: $0) })]
  }

  private mutating func steps(of node: NodeDefinition) -> [Script.Step] {
    if node.retry != nil { note("The retries of \(node.stepName ?? "a step") are not exported.") }
    let before = scope.input
    // What decides whether it runs looks at what came before it.
    let condition = node.when.map { filter($0.value, input: before) }
    var steps = repeated(node)
    if let condition { steps = [.when(condition, steps)] }
    return steps
  }

  private mutating func repeated(_ node: NodeDefinition) -> [Script.Step] {
    if let each = node.each { return elements(of: node, each.value) }
    var steps = single(node)
    if let until = node.until {
      let filter = filter(until.value, input: scope.input)
      steps = [.until(filter, attempts: node.attempts?.value ?? 10, every: node.every?.value, steps)]
    }
    return steps
  }

  private mutating func elements(of node: NodeDefinition, _ each: EachDefinition) -> [Script.Step] {
    guard case .filter(let list) = each else {
      note("\(node.stepName ?? "A step") runs for the rows of a file, which is not exported.")
      return []
    }
    let filter = filter(list, input: scope.input)
    let element = freeName("element")
    scope.input = element
    let steps = single(node)
    let value = scope.input
    let result = freeName("\(node.stepName ?? "step") all")
    if let step = node.stepName { scope.add(step, result) }
    scope.input = result
    return [.each(element: element, filter, steps, value: value == element ? nil : value, result: result)]
  }

  private mutating func single(_ node: NodeDefinition) -> [Script.Step] {
    if let id = node.request?.value {
      guard let request = exported(id, with: node.with) else { return [] }
      return steps(sending: request, as: node.stepName, root: resultRoot(of: id))
    }
    if let id = node.group?.value {
      guard let group = group(id) else { return [] }
      let own = scope
      let steps = steps(of: group)
      let result = scope.input
      scope = own
      if let step = node.stepName, let result { scope.add(step, result) }
      scope.input = result
      return steps
    }
    return node.local == nil ? steps(of: node.list) : job(node)
  }

  private mutating func job(_ node: NodeDefinition) -> [Script.Step] {
    let (job, step) = (node.job, node.stepName ?? "job")
    switch job.kind {
    case .jq:
      guard let filter = job.jq.map({ filter($0.value, input: scope.input) }) else { return [] }
      return [.filter(result(step), filter)]
    case .run:
      let input = scope.input
      return [.program(result(step), job.run?.value ?? [], input: input)]
    case .wait: return job.wait.map { [.wait($0.value)] } ?? []
    case .assert: return job.assert.map { .assert(filter($0.value, input: scope.input)) }
    case .set, nil:
      return job.set.filter(\.isOn).map { row in
        let text = text(row.value)
        return .set(keep(row.name), text)
      }
    }
  }

  private mutating func result(_ step: String) -> String {
    let name = freeName(step)
    scope.add(step, name)
    scope.input = name
    return name
  }
}

// Filters.
extension ScriptBuilder {
  mutating func filter(_ filter: JQFilter, input: String?) -> Script.Filter {
    if filter.uses(.response) || filter.uses(.shared) || filter.uses(.vars) {
      note("The filter \(filter.text) reads what only Parley knows.")
    }
    let steps = scope.steps(named: Set(filter.stepNames.map(\.name)))
    return Script.Filter(
      text: filter.text, input: input, steps: steps, part: part(filter.text, input),
      comparison: comparison(filter.text, input))
  }

  /// `.a.b` of the input, or `$steps.cart.id`.
  private func part(_ text: String, _ input: String?) -> (of: String, path: ValuePath)? {
    let text = text.trimmed
    if text.hasPrefix("$steps."), let path = try? ValuePath(parsing: String(text.dropFirst("$steps".count))),
      case .part(let name, let path)? = scope.part(of: path)
    {
      return (name, path)
    }
    guard let input, let path = try? ValuePath(parsing: text) else { return nil }
    return (input, path)
  }

  private func comparison(_ text: String, _ input: String?) -> (of: String, FilterComparison)? {
    if text.hasPrefix("$steps."), let comparison = FilterComparison(String(text.dropFirst("$steps".count))),
      case .part(let name, let path)? = scope.part(of: comparison.path)
    {
      return (name, comparison.at(path))
    }
    guard let input, let comparison = FilterComparison(text) else { return nil }
    return (input, comparison)
  }
}
