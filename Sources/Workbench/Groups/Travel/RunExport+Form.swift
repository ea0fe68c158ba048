import ParleyEngine
internal import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices

extension RunExport.Kind {
  /// As the form offers it.
  var words: String {
    switch self {
    case .masked: "run file, secrets masked"
    case .sealed: "run file, encrypted with a passphrase"
    case .report: "HTML report, secrets masked"
    }
  }

  /// The ending that a name without one gets.
  fileprivate var ending: String { self == .report ? ".html" : ".parley" }

  /// A sentence on the secrets in the export.
  fileprivate var secrecy: String {
    switch self {
    case .masked, .report: "Secrets are masked."
    case .sealed: "Its secrets are encrypted with the passphrase."
    }
  }
}

extension RunExport {
  var title: String { "run \(number) of \(group.fitted(to: 40))" }

  func action(for answers: [String]) -> Result<Action, FormPurpose.Mistake> {
    wish(for: answers).map { .groups(.travel(.export($0))) }
  }

  /// The export as typed, with the complete name of the file.
  func wish(for answers: [String]) -> Result<RunExport, FormPurpose.Mistake> {
    var export = self
    export.kind = Kind.allCases.first { $0.words == answers[0] } ?? .masked
    let typed = answers[1].trimmed
    // The suggestion is a run file: as a report it has the ending of one.
    let path = typed.elementsEqual(suggestedFile) ? fileName + export.kind.ending : typed
    guard !path.lastPathPart.isEmpty, !path.hasSuffix("/") else {
      return .failure(.init(sentence: "Name the file."))
    }
    export.path = path.lastPathPart.dropFirst().contains(".") ? path : path + export.kind.ending
    return .success(export)
  }

  /// The notice shown when the export is done.
  func notice(_ path: String, missing: Int) -> Notice {
    let gone = missing > 0 ? " Without \(missing) of its exchanges, which the history no longer has." : ""
    return Notice.done("Wrote run \(number) to \(path). \(kind.secrecy)\(gone)").logged()
  }

  private var fileName: String { "\(group.lastPathPart)-\(number)" }
  var suggestedFile: String { fileName + kind.ending }
}

extension FormSheet {
  init(exporting export: RunExport) {
    self.init(
      "Export \(export.title)",
      note: """
        ← and → choose the kind. Another machine opens a run file with `parley runs import`; a report is a page to read. \
        The path begins where Parley was started. Run files end in .parley, reports in .html; a name without an ending gets it.
        """,
      [Field("as", choices: RunExport.Kind.allCases.map(\.words)), Field("file", export.suggestedFile)],
      for: .exportRun(export))
  }

  init(importing path: String) {
    self.init(
      "Import a run",
      note: "A file that `parley runs export` or x has written. It is listed below its group, and pinned.",
      [Field("file", path)], for: .importRun)
  }
}

extension Confirm {
  static func overwriting(_ path: String, by export: RunExport) -> Confirm {
    var replacing = export
    replacing.replaces = true
    return Confirm(
      "Overwrite the file?", [StyledText(path), "There is such a file already.", ""],
      choices: [
        .init("n", "keep it"),
        .init("o", "overwrite", .groups(.travel(.export(replacing))), isDangerous: true),
      ])
  }
}
