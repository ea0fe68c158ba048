package import ParleyModel

/// An export of a request or a group as a file or a text for another program.
package struct FormatExport: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    /// As it is on the screen, saved or not; as its file has it where no draft is given.
    case request(RequestID, RequestDraft?)
    /// As its file has it.
    /// With the text of its draft, where it has one.
    case group(String, String?)
  }

  package var subject: Subject
  package var format: ExportFormat
  /// From the folder on that the program was started in; empty where the text is copied.
  package var path = ""
  /// Whether it takes the place of files that are there.
  package var replaces = false

  package init(_ subject: Subject, as format: ExportFormat) {
    (self.subject, self.format) = (subject, format)
  }
}

package enum FormatExportOutcome: Hashable, Sendable {
  /// The exported text, with a note on each part that was left out.
  case text(String, notes: [String])
  /// The whole paths.
  case written([String], notes: [String])
  /// There is a file already.
  case exists(path: String)
}
