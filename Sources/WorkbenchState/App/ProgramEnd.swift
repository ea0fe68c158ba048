/// The end of the program, or of its work on one workspace.
package struct ProgramEnd: Sendable {
  package var hasCome = false
  /// The workspace to go on with; nil to leave the program.
  package var nextWorkspace: NextWorkspace?
}

/// Another workspace, which is opened once the one that is open has ended.
package enum NextWorkspace: Hashable, Sendable {
  case folder(String)
  /// The one of the demo API, which is started for it.
  case demo

  /// As it is called in a sentence.
  package var title: String {
    switch self {
    case .folder(let folder): folder
    case .demo: "the demo"
    }
  }
}
