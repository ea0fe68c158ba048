import ArgumentParser
import Commands
import Foundation

extension CompletionKind {
  /// Names of the workspace that the command line is about, which the shell asks this program for.
  static func names(_ kind: NameCompletion) -> CompletionKind {
    .custom { words, _, _ in
      kind.names(
        for: words, in: FileManager.default.currentDirectoryPath,
        home: ProcessInfo.processInfo.environment["HOME"])
    }
  }
}
