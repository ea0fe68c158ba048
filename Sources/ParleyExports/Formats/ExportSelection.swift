package import ParleyFiles

/// Which requests and groups of a workspace are exported: by their ids, or by the folder that they are in.
package struct ExportSelection: Sendable, Equatable {
  package enum Item: Sendable, Equatable {
    case request(String)
    case group(String)
  }

  /// In the order in which they were named; those of a folder in the order of their ids.
  package private(set) var items: [Item] = []
  /// The names as given; empty for the whole workspace.
  package let names: [String]

  /// - Parameter names: ids of requests and groups, and paths of folders; all requests where there are none.
  package init(_ names: [String], in workspace: Workspace) throws(ExportError) {
    self.names = names
    if names.isEmpty { items = workspace.requests.map { .request($0.id) } }
    for name in names { items += try Self.items(named: name, in: workspace).filter { !items.contains($0) } }
  }

  init(request id: String) { (items, names) = ([.request(id)], [id]) }

  package var requests: [String] {
    items.compactMap { if case .request(let id) = $0 { id } else { nil } }
  }

  package var groups: [String] {
    items.compactMap { if case .group(let id) = $0 { id } else { nil } }
  }

  private static func items(named name: String, in workspace: Workspace) throws(ExportError) -> [Item] {
    if workspace.request(name) != nil { return [.request(name)] }
    if workspace.groups.contains(where: { $0.id == name }) { return [.group(name)] }
    let folder = name.hasSuffix("/") ? name : name + "/"
    let inside = workspace.requests.filter { $0.id.hasPrefix(folder) }
    guard inside.isEmpty else { return inside.map { .request($0.id) } }
    let known = workspace.requests.map(\.id) + workspace.groups.map(\.id)
    throw .unknownName(name, advice: NearestID.question(name, among: known))
  }
}
