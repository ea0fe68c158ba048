import ParleyEngine

/// The reason a run cannot be exported to a file, or imported from one.
package struct RunFileError: ExplainedError, Hashable {
  /// The kinds of failure. The kind's name is part of ``code``.
  package enum Kind: String, Sendable, Hashable {
    /// There is a file of that name.
    case exists
    /// The file is no exported run, or says what no run can be.
    case invalid
    /// Something was changed or cut since the file was written.
    case damaged
    /// A newer program wrote it.
    case newerVersion
    /// The passphrase is another one, or there is none.
    case wrongPassphrase
    /// The run has not ended.
    case running
    /// The file cannot be opened, read or written.
    case file
  }

  package let kind: Kind
  package let summary: String
  package let detail: String?
  package let place: String?
  package let advice: String?

  package init(
    _ kind: Kind, _ summary: String, detail: String? = nil, place: String? = nil, advice: String? = nil
  ) {
    (self.kind, self.summary, self.detail, self.place, self.advice) = (kind, summary, detail, place, advice)
  }

  package var code: String { "runFile.\(kind.rawValue)" }
}

extension RunFileError {
  /// - Parameter line: counts from 1.
  static func invalid(_ summary: String, line: Int, of path: String, detail: String? = nil) -> RunFileError {
    RunFileError(
      .invalid, summary, detail: detail, place: "\(path):\(line)",
      advice: "Nothing was imported. Export the run again with `parley runs export`.")
  }

  static func damaged(_ summary: String, _ path: String) -> RunFileError {
    RunFileError(
      .damaged, summary, place: path, advice: "Nothing was imported. Copy the file again, or export the run again.")
  }

  init(_ error: RepositoryError, at path: String) {
    self.init(.file, error.summary, detail: error.detail, place: error.place ?? path, advice: error.advice)
  }
}
