internal import ParleyEngine
package import ParleyFiles
internal import ParleyText

// Names of what a workspace does not have.
extension WorkspaceError {
  package static func unknownRequest(_ id: String, in workspace: Workspace) -> WorkspaceError {
    WorkspaceError(
      "unknownRequest", "There is no request \(Printable.quoted(id)).",
      advice: NearestID.question(id, among: workspace.requests.map(\.id))
        ?? example(of: workspace.requests.map(\.id)).map {
          "A request is named by its path under requests/, such as \($0)."
        }
        ?? "The workspace has no requests.")
  }

  package static func unknownGroup(_ id: String, in workspace: Workspace) -> WorkspaceError {
    let names = workspace.groups.map(\.id)
    return WorkspaceError(
      "unknownGroup", "There is no group \(Printable.quoted(id)).",
      advice: NearestID.question(id, among: names) ?? list(of: names))
  }

  /// A person reads so many; where there are more, the command that lists them all is named, too.
  private static let mostGroups = 12

  private static func list(of groups: [String]) -> String {
    guard !groups.isEmpty else { return "The workspace has no groups." }
    let shown = groups.prefix(mostGroups).map { Printable.text($0) }.joined(separator: ", ")
    return "The groups are \(shown)\(groups.count > mostGroups ? " … `parley list groups` lists all." : ".")"
  }

  /// One of the names that there are.
  private static func example(of names: [String]) -> String? { names.first.map(Printable.text) }

  package static func unknownStep(_ name: String, among names: [String]) -> WorkspaceError {
    let nearest = NearestName.of(name, among: names)
    return WorkspaceError(
      "unknownStep", "The group has no step \(Printable.quoted(name)).",
      advice: nearest.map { "Did you mean \(Printable.quoted($0))?" }
        ?? "Its steps are \(names.prefix(8).joined(separator: ", ")).")
  }

  static func noEnvironment(in workspace: Workspace) -> WorkspaceError {
    WorkspaceError(
      "noEnvironment",
      "The workspace has several environments, and none is named: \(workspace.environments.map(\.name).joined(separator: ", ")).",
      advice:
        "Name one with -e, or the usual one in \(WorkspacePaths.workspaceFile): environment: \(workspace.environments[0].name)."
    )
  }

  static func unknownEnvironment(_ name: String, in workspace: Workspace) -> WorkspaceError {
    let names = workspace.environments.map(\.name)
    let known = names.isEmpty ? "The workspace has none." : "The environments are \(names.joined(separator: ", "))."
    let nearest = NearestName.of(name, among: names).map { "Did you mean \(Printable.quoted($0))? " } ?? ""
    return WorkspaceError(
      "unknownEnvironment", "There is no environment \(Printable.quoted(name)).", advice: nearest + known)
  }
}
