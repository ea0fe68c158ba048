internal import ParleyEngine
internal import ParleyText

extension Diagnostic.Code {
  static let credential = Self("credential")
}

extension Workspace {
  /// Those that stand in the files, in the order of files and lines.
  package var typedCredentials: [TypedCredential] {
    CredentialFile.all(of: self).flatMap(\.credentials).sorted { $0.sortKey < $1.sortKey }
  }

  /// All that is wrong in the files, with a warning for each credential in them. None quotes the credential.
  package var diagnosticsWithCredentials: [Diagnostic] {
    (diagnostics + typedCredentials.compactMap(\.warning)).sorted { $0.place.sortKey < $1.place.sortKey }
  }
}

extension TypedCredential {
  var sortKey: (String, Int, Int) { place?.sortKey ?? (file, 0, 0) }

  /// The warning about the credential, with a hint; nil if it is in no file.
  fileprivate var warning: Diagnostic? {
    place.map { place in
      Diagnostic(
        .credential, .warning, at: place, "the credential \(Printable.quoted(label)) stands in clear",
        hint: isMovable
          ? "move it out: parley secret move \(ShellWords.line(of: [place.description])), or write `\(SourceText.noSecret)` behind it"
          : "take it from a variable, or write `\(SourceText.noSecret)` behind it")
    }
  }
}
