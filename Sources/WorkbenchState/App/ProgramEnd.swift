/// The end of the program, or of its work on one workspace.
package struct ProgramEnd: Sendable {
  package var hasCome = false
  /// The folder of the workspace to go on with; nil to leave the program.
  package var nextWorkspace: String?
}
