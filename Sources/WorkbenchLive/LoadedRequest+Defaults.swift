import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyWorkspace
import WorkbenchServices

// What requests share, edited as a request that says it.

extension LoadedRequest {
  init(_ place: DefaultsPlace, draft: RequestDraft?, in session: Session) throws {
    let saved = RequestDraft(RequestDefinition(saying: try place.defaults(in: session.workspace)))
    let servers = session.workspace.definition.servers.map(\.name.value)
    self.init(saved: saved, draft: draft == saved ? nil : draft, servers: servers, file: place.file)
  }
}

extension Session {
  /// Writes an edit of a request, or of what requests share.
  func save(_ edited: RequestDefinition, of id: RequestID) throws {
    guard let place = id.defaults else { return try files.save(edited, as: id.rawValue) }
    let file = try place.defaults(in: workspace)
    try environments.save(credentials.settled(DefaultsDefinition(saidBy: edited, over: file), at: place), at: place)
  }

  /// An edit with what was chosen for its credentials; what requests share is settled when it is saved.
  func settled(_ edited: RequestDefinition, of id: RequestID) throws -> RequestDefinition {
    id.defaults == nil ? try credentials.settled(edited, as: id.rawValue) : edited
  }

  /// A draft with all that it inherits.
  func effective(_ draft: RequestDraft, of id: String) throws -> EffectiveRequest {
    let definition = try definition(draft, of: id)
    guard let place = RequestID(rawValue: id).defaults else {
      return workspace.effective(definition, id: id, environment: environment)
    }
    return place.effective(definition, in: workspace, environment: environment)
  }
}
