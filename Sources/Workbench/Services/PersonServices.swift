package import TerminalKit

/// The person's own: clipboard, keys, editor.
package protocol PersonServices: Sendable {
  /// Environment variables that hold secrets of the workspace, which no editor or pager is told.
  var withheldVariables: Set<String> { get }
  /// Puts text into the clipboard that is too long for the terminal's.
  /// - Returns: the name of the program that took it.
  func copy(_ text: String) async throws -> String
  /// Writes all keys of each command into the person's file of keys; what else stands there stays.
  func keep(keys: [CommandID: [KeySequence]]) async throws
  /// Writes a setting into the person's file of settings; what else stands there stays.
  func keep(_ setting: PersonSettings.Setting, _ value: String) async throws
  /// Puts text into a private file for an editor, with a suffix such as `.json`.
  /// - Parameter isSecret: the file must not reach a disk, where the system has memory for files.
  func stage(_ text: String, suffix: String, isSecret: Bool) async throws -> String
  /// Takes the edited text back, and the file away.
  func collect(_ path: String) async throws -> String
}
