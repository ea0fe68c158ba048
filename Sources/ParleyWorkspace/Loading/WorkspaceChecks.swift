/// Finds what each file may say by itself and what does not fit together.
struct WorkspaceChecks {
  private(set) var diagnostics: [Diagnostic] = []
  private let servers: [String]

  init(_ workspace: Workspace) {
    servers = workspace.definition.servers.map(\.name.value)
    for defaults in workspace.folderDefaults.values { checkServer(defaults.server) }
    for request in workspace.requests { checkServer(request.definition.server) }
  }

  private mutating func checkServer(_ server: Located<String>?) {
    guard let server, let place = server.place, !servers.contains(server.value) else { return }
    diagnostics.append(.unknownServer(server.value, at: place, known: servers))
  }
}

extension Diagnostic {
  static func unknownServer(_ name: String, at place: SourcePlace, known: [String]) -> Diagnostic {
    let nearest = NearestName.of(name, among: known)
    let list = known.isEmpty ? "parley.yaml names no servers" : "known servers: \(known.joined(separator: ", "))"
    return Diagnostic(
      .unknownServer, at: place, "unknown server \(Printable.quoted(name))", nearest: nearest,
      hint: nearest == nil ? list : nil)
  }
}
