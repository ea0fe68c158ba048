internal import ParleyEngine

/// The folder that somebody may mean by a path at which there is none.
package enum NearestFolder {
  /// - Returns: one beside it, by a path that begins as this one does, or with `./`; nil where none is named nearly so.
  package static func to(_ path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let named = parts.last?.isEmpty == true ? Array(parts.dropLast()) : parts
    guard let name = named.last else { return nil }
    let parent = named.count > 1 ? named.dropLast().joined(separator: "/") + "/" : "./"
    let folders = ((try? Directory.entries(parent)) ?? []).compactMap(\.name)
      .filter { FileSystem.kind(ofTarget: parent + $0) == .directory }
    return NearestName.of(name, among: folders).map { parent + $0 }
  }
}
