/// The places in responses at which the results of a group's requests begin.
struct StepRoots {
  private let workspace: Workspace
  /// The requests of the steps.
  private var requests: [String: String] = [:]
  /// Of requests, as far as somebody asked; nil is the whole response.
  private var known: [String: String?] = [:]

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// Goes on with another group.
  mutating func enter(_ group: GroupDefinition) {
    requests = [:]
    group.list.visit { node in
      guard let request = node.request?.value, let name = node.stepName, node.each == nil else { return }
      requests[name] = request
    }
  }

  /// The first name of the root, and the request that has it.
  mutating func root(ofStep step: String) -> (name: String, request: String)? {
    guard let id = requests[step] else { return nil }
    let root = known[id] ?? read(id)
    known[id] = .some(root)
    return root.map { ($0, id) }
  }

  private func read(_ id: String) -> String? {
    guard let request = workspace.request(id) else { return nil }
    let response = workspace.effective(request.definition, id: id).response
    guard response.envelope.value == .unopened, let root = response.root.value else { return nil }
    return root.split(separator: ".").first.map(String.init)
  }
}
