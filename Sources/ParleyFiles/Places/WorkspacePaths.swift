/// The paths of a workspace's files, and the role of a file by its path.
package enum WorkspacePaths {
  package static let workspaceFile = "parley.yaml"
  static let environments = "environments"
  package static let requests = "requests"
  package static let mocks = "mocks"
  package static let groups = "groups"
  /// Those that a workspace is read from, in the order in which they are.
  package static let folders = [environments, requests, groups, mocks]
  package static let folderFile = "folder.yaml"
  package static let ending = ".yaml"

  /// Is what stands there part of the workspace itself?
  /// - Parameter name: directly in the workspace's folder.
  static func isOwn(_ name: String) -> Bool {
    name == workspaceFile || folders.contains(name)
  }

  package enum Role: Equatable {
    /// `parley.yaml`
    case workspace
    case environment(String)
    /// By its path under `requests/`.
    case folder(String)
    case request(id: String)
    case mocks
    case group(id: String)
  }

  package static func role(of file: String) -> Role? {
    if file == workspaceFile { return .workspace }
    guard file.hasSuffix(ending) else { return nil }
    if let name = file.below(environments)?.droppingEnding, !name.contains("/") { return .environment(name) }
    if file.below(mocks) != nil { return .mocks }
    if let path = file.below(groups) { return .group(id: path.droppingEnding) }
    guard let path = file.below(requests) else { return nil }
    return path.lastPathPart == folderFile ? .folder(path.folderOfID) : .request(id: path.droppingEnding)
  }

  /// The path under `requests/` of a folder within the workspace.
  static func requestFolder(_ path: String) -> String? {
    path.below(requests)
  }

  package static func file(ofRequest id: String) -> String {
    "\(requests)/\(id)\(ending)"
  }

  package static func file(ofGroup id: String) -> String {
    "\(groups)/\(id)\(ending)"
  }

  package static func file(ofEnvironment name: String) -> String {
    "\(environments)/\(name)\(ending)"
  }
}

extension String {
  fileprivate func below(_ folder: String) -> String? {
    hasPrefix(folder + "/") ? String(dropFirst(folder.count + 1)) : nil
  }

  fileprivate var droppingEnding: String { String(dropLast(WorkspacePaths.ending.count)) }
}
