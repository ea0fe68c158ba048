internal import JQ
package import ParleyEngine
package import ParleyFiles

extension WorkspaceGroups {
  /// Whether a filter gives something true of a step: of its input before it runs, of its output after. Nothing of what it
  /// looks up counts as used by the step.
  package func holds(_ filter: JQFilter, at node: GateContext) async throws -> Bool {
    let step = node.input.unobserved
    let value = node.result.map(\.value) ?? step.value
    var seen = await session.checks.filterInput(value ?? .null, for: [filter], in: step.shared)
    seen.steps = .object(steps(of: filter, step, node))
    if filter.uses(.response), let response = node.result.map(\.response) ?? step.previous?.response {
      seen.response = (try? JQInput(response).response) ?? .null
    }
    seen.secrets = session.checks.secrets(in: node.result?.response) ?? (step.isSecret ? JQSecrets(input: .whole) : nil)
    return try await session.jq.values(of: filter, on: seen).contains(where: \.isTruthy)
  }

  /// The outputs of the steps that a filter names; after a step ran, its own output too.
  private func steps(of filter: JQFilter, _ input: NodeInput, _ node: GateContext) -> JSONObject {
    let names = filter.readsAllSteps ? input.steps.names : filter.stepNames.map(\.name)
    var steps = JSONObject(
      Set(names).sorted().compactMap { name in input.steps[name].map { (name, $0.value ?? .null) } })
    if let result = node.result { steps[node.name] = result.value ?? .null }
    return steps
  }
}
