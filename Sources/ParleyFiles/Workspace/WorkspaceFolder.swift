package import ParleyEngine

/// A folder under `requests/`, with what is in it.
package struct WorkspaceFolder: Sendable, Equatable {
  /// Under `requests/`; empty for `requests/` itself.
  package let path: String
  /// In the order of their names.
  package let folders: [WorkspaceFolder]
  /// The ids of the requests directly in it, in order.
  package let requests: [String]
  /// The defaults in its `folder.yaml`; nil if it has none.
  @CopyOnWrite package private(set) var defaults: DefaultsDefinition?

  /// The last part of its path.
  package var name: String { path.lastPathPart }

  /// The paths of all folders below this one.
  package var descendantPaths: [String] { folders.flatMap { [$0.path] + $0.descendantPaths } }
}

extension WorkspaceFolder {
  /// The tree in which all ids stand, and all folders, empty ones too.
  static func tree(of ids: [String], folders: [String], defaults: [ExactString: DefaultsDefinition]) -> WorkspaceFolder
  {
    var requests: [ExactString: [String]] = [:]
    for id in ids { requests[id.folderOfID, default: []].append(id) }
    var children: [ExactString: Set<ExactString>] = [:]
    for path in folders + requests.keys.map(\.text) { addAncestors(of: path, to: &children) }
    return folder("", requests: requests, children: children, defaults: defaults)
  }

  private static func addAncestors(of path: String, to children: inout [ExactString: Set<ExactString>]) {
    var path = path
    while !path.isEmpty, children[path.folderOfID, default: []].insert(path) {
      path = path.folderOfID
    }
  }

  private static func folder(
    _ path: String, requests: [ExactString: [String]], children: [ExactString: Set<ExactString>],
    defaults: [ExactString: DefaultsDefinition]
  ) -> WorkspaceFolder {
    WorkspaceFolder(
      path: path,
      folders: children[path, default: []].names.map {
        folder($0, requests: requests, children: children, defaults: defaults)
      },
      requests: requests[path, default: []].sortedExactly(), defaults: defaults[path])
  }
}
