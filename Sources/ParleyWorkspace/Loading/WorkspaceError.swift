/// What keeps a workspace from being opened, made or rendered as a whole.
public struct WorkspaceError: Error, Sendable, Equatable {
  /// Stable: scripts may rely on it.
  public let code: String
  /// One sentence.
  public let summary: String
  public let detail: String?
  public let place: SourcePlace?
  /// What to do.
  public let advice: String?

  init(_ code: String, _ summary: String, detail: String? = nil, at place: SourcePlace? = nil, advice: String? = nil) {
    self.code = code
    self.summary = Printable.text(summary)
    self.detail = detail.map(Printable.text)
    self.place = place
    self.advice = advice.map(Printable.text)
  }
}

extension WorkspaceError: CustomStringConvertible {
  public var description: String {
    [place.map { "\($0)" }, summary, detail, advice].compactMap { $0 }.joined(separator: ": ")
  }
}

extension WorkspaceError {
  static func noWorkspace(above directory: String) -> WorkspaceError {
    WorkspaceError(
      "no-workspace", "there is no \(Workspace.fileName) in \(directory) or above it",
      advice: "make one with `parley new DIR`, or name its folder with -w DIR")
  }

  static func unreadable(_ error: FileError) -> WorkspaceError {
    WorkspaceError("unreadable", error.description)
  }
}
