import ParleyEngine

/// The reason shared keys cannot be exported to a file, or imported from one. Never holds a value.
package struct SharedFileError: ExplainedError, Hashable {
  /// The kinds of failure. The kind's name is part of ``code``.
  package enum Kind: String, Sendable, Hashable {
    /// There is a file of that name.
    case exists
    /// The file is not JSON, or says what no shared key can be.
    case invalid
    /// A newer program wrote it.
    case newerVersion
    /// The passphrase is another one, or there is none.
    case wrongPassphrase
    /// The file cannot be read or written.
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

  package var code: String { "sharedFile.\(kind.rawValue)" }
}

extension SharedFileError {
  /// - Parameters:
  ///   - line: counts from 1, as `column` does.
  static func invalid(_ summary: String, line: Int, column: Int, of path: String) -> SharedFileError {
    SharedFileError(.invalid, summary, place: "\(path):\(line):\(column)", advice: "Nothing was imported.")
  }

  package static func exists(_ path: String) -> SharedFileError {
    SharedFileError(
      .exists, "There is a file of this name.", place: path, advice: "Choose another name, or replace it with --force.")
  }
}
