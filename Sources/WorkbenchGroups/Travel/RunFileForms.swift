import ParleyEngine
internal import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

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

  /// The export as typed, with the complete name of the file.
  func typed(_ answers: FormAnswers) throws(FormMistake) -> RunExport {
    var export = self
    export.kind = Kind.allCases.first { $0.words == answers[0] } ?? .masked
    let typed = answers[1].trimmed
    // The suggestion is a run file: as a report it has the ending of one.
    let path = typed.elementsEqual(suggestedFile) ? fileName + export.kind.ending : typed
    guard !path.lastPathPart.isEmpty, !path.hasSuffix("/") else {
      throw FormMistake("Name the file.")
    }
    export.path = path.lastPathPart.dropFirst().contains(".") ? path : path + export.kind.ending
    return export
  }

  /// The notice shown when the export is done.
  func notice(_ path: String, missing: Int) -> Notice {
    let gone = missing > 0 ? " Without \(missing) of its exchanges, which the history no longer has." : ""
    return Notice.done("Wrote run \(number) to \(path). \(kind.secrecy)\(gone)").logged()
  }

  private var fileName: String { "\(group.lastPathPart)-\(number)" }
  var suggestedFile: String { fileName + kind.ending }
}

/// Asks into which file a run goes, and as what.
struct RunExportForm: PopupForm {
  let export: RunExport

  var title: String { "Export \(export.title)" }
  var note: String {
    """
    ← and → choose the kind. Another machine opens a run file with `parley runs import`; a report is a page to read. \
    The path begins where Parley was started. Run files end in .parley, reports in .html; a name without an ending gets it.
    """
  }
  var fields: [FormField] {
    [FormField("as", choices: RunExport.Kind.allCases.map(\.words)), FormField("file", export.suggestedFile)]
  }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    .groups(.travel(.export(try export.typed(answers))))
  }
}

/// Asks which file a run comes from.
struct RunImportForm: PopupForm {
  var title: String { "Import a run" }
  var note: String { "A file that `parley runs export` or x has written. It is listed below its group, and pinned." }
  var fields: [FormField] { [FormField("file")] }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    guard !answers[0].trimmed.isEmpty else { throw FormMistake("Name the file.") }
    return .groups(.travel(.bringIn(RunImport(answers[0].trimmed))))
  }
}

/// Asks for the passphrase that seals the file of a run.
struct RunExportPassphraseForm: QuestionForm {
  let export: RunExport
  let questions: [Question]

  var title: String { "Passphrase of the file" }

  func action(for answers: FormAnswers, in state: State) -> Action {
    var export = export
    export.answers = answers.texts
    return .groups(.travel(.export(export)))
  }
}

/// Asks for the passphrase that opens the file of a run.
struct RunImportPassphraseForm: QuestionForm {
  let wish: RunImport
  let questions: [Question]

  var title: String { "Passphrase of the file" }

  func action(for answers: FormAnswers, in state: State) -> Action {
    var wish = wish
    wish.answers = answers.texts
    return .groups(.travel(.bringIn(wish)))
  }
}

/// Asks for the passphrase that unlocks the team's runs.
struct TeamPassphraseForm: QuestionForm {
  let wish: TeamRunWish
  let questions: [Question]

  var title: String { "Passphrase of the team" }

  func action(for answers: FormAnswers, in state: State) -> Action {
    .groups(.team(.wish(wish, answers: answers.texts)))
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
