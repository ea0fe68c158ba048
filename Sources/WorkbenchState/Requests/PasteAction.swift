package import ParleyModel
package import WorkbenchServices

/// The use of a text that is pasted outside of a field, or given on the command line.
package enum PasteAction: Sendable {
  /// - of: the request that it is for; nil opens one without a file.
  case text(String, of: RequestID?)
  case read(String, PastedRequests?, of: RequestID?)
  case importAll(String, into: String, workspace: String?)
  case imported(ImportedRequests)
}

/// Reads pasted texts, and writes their requests.
package enum PasteEffect: ServiceEffect {
  case read(String, of: RequestID?)
  case importAll(String, into: String, workspace: String?)

  package var lane: Lane? { Lane("tree", outlivesTheScreen: true) }

  package func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .read(let text, let id): [.paste(.read(text, try await services.workspace.requests(fromPasted: text), of: id))]
    case .importAll(let text, let folder, let workspace):
      [.paste(.imported(try await services.workspace.importCommands(text, into: folder, workspace: workspace)))]
    }
  }
}
