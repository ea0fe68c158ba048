/// The folder that the program was started from.
package enum CurrentFolder {
  /// Its real path; nil where it is gone.
  package static var path: String? { try? FileSystem.currentDirectory() }
}
