/// The folder that the program was started from.
package enum CurrentFolder {
  /// Its real path; nil where it is gone.
  package static var path: String? { try? FileSystem.currentDirectory() }

  /// Whether nothing at all is in a folder; false where nobody can tell.
  package static func isEmpty(_ path: String) -> Bool { (try? Directory.entries(path))?.isEmpty ?? false }
}
