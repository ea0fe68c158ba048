import ParleyEngine
import ParleyText

/// The reason why a workspace as a whole cannot be opened or made.
package struct WorkspaceError: ExplainedError, Equatable {
  /// Stable: scripts may rely on it.
  package let code: String
  /// One sentence.
  package let summary: String
  package let detail: String?
  /// The suggested remedy; nil if there is none.
  package let advice: String?

  package init(_ code: String, _ summary: String, detail: String? = nil, advice: String? = nil) {
    self.code = "workspace." + code
    self.summary = Printable.text(summary)
    self.detail = detail.map(Printable.text)
    self.advice = advice.map(Printable.text)
  }
}

extension WorkspaceError {
  static func none(above directory: String) -> WorkspaceError {
    WorkspaceError(
      "none", "There is no \(WorkspacePaths.workspaceFile) in \(directory) or above it.",
      advice:
        "Create one with `parley new DIR`, or name its folder with -w DIR. Without -w, `parley` and `parley send URL` need none."
    )
  }

  /// Of the workspace's own folder.
  static func unreadable(_ error: FileError) -> WorkspaceError {
    let nearest = error.isMissing ? NearestFolder.to(error.path) : nil
    return WorkspaceError(
      "unreadable", error.summary,
      advice: nearest.map { "Did you mean \(Printable.quoted($0))?" }
        ?? "Check the name of the workspace's folder; `parley new DIR` makes a workspace.")
  }
}
