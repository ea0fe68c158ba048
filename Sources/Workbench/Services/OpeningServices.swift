package import ParleyEngine

/// Bodies that are given to other programs.
package protocol OpeningServices: Sendable {
  /// Puts a body into a private file, whose name ends in a suffix such as `.json`.
  /// - Parameter isSecret: the file must not reach a disk, where the system has memory for files.
  func stage(_ body: any ByteSource, suffix: String, isSecret: Bool) async throws -> String
  /// Takes such a file away.
  func discard(_ path: String) async throws
  /// Opens a file with the program that the system has for it.
  /// - Returns: the name of that program.
  func openOutside(_ path: String) async throws -> String
}
