/// The place in which a value is declared.
package enum VariableHome: Hashable, Sendable, Codable {
  /// Under `vars` of `parley.yaml`, for all environments.
  case workspace
  case environment(String)

  /// Within the workspace.
  package var file: String {
    switch self {
    case .workspace: "parley.yaml"
    case .environment(let name): "environments/\(name).yaml"
    }
  }
}
