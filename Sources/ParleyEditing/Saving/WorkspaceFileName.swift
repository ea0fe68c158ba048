package import ParleyFiles
internal import ParleyText

/// The rules for names of requests and groups.
package enum WorkspaceFileName {
  private static let longest = 200

  /// - Parameter isRequest: beside requests lie the files of what a folder shares.
  package static func check(_ id: String, isRequest: Bool = true) throws(SaveError) {
    if let reason = problem(with: id, isRequest: isRequest) { throw .badName(id, reason: reason) }
  }

  /// The reason why a file cannot have this name; nil if it can.
  package static func problem(with id: String, isRequest: Bool = true) -> String? {
    let parts = id.split(separator: "/", omittingEmptySubsequences: false)
    if parts.contains(where: \.isEmpty) { return "a part of it is empty" }
    if parts.contains(where: { $0.hasPrefix(".") }) { return "a part of it begins with a dot" }
    if parts.contains(where: { $0.utf8.count > longest }) { return "a part of it is too long" }
    if id.unicodeScalars.contains(where: Printable.isUnsafe) { return "it has control characters" }
    if isRequest, parts.last == "folder" { return "folder.yaml holds what a folder's requests share" }
    return nil
  }
}
