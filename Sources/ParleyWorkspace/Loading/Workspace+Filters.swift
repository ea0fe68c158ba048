internal import ParleyEngine

extension Workspace {
  /// Every filter of every file.
  var filters: [Located<JQFilter>] {
    allDefaults.flatMap(\.expect.jq) + requests.flatMap(\.definition.expect.jq)
      + groups.flatMap { $0.definition.allNodes.flatMap(\.filters) } + mocks.flatMap(\.definition.conditions.jq)
  }

  /// The filters that jq refuses, with their places. What shows without jq is in `diagnostics`.
  /// - Throws: `JQError` when jq cannot be asked.
  package func filterMistakes(by jq: JQ) async throws -> [Diagnostic] {
    var found: [Diagnostic] = []
    for filter in filters {
      guard let mistake = try await jq.mistake(in: filter.value),
        let place = place(of: mistake.range, in: Located(filter.value.text, at: filter.place))
      else { continue }
      found.append(Diagnostic(mistake, at: place))
    }
    return found
  }

  /// The workspace with more found wrong in it.
  package func noting(_ more: [Diagnostic]) -> Workspace {
    var workspace = self
    workspace.diagnostics = (diagnostics + more).sorted { $0.place.sortKey < $1.place.sortKey }
    return workspace
  }
}
