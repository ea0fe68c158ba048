import ParleyEngine
import TerminalKit
package import WorkbenchServices
package import WorkbenchState

/// Asks what is needed before something is done with many keys.
struct SharedBatchQuestionsForm: QuestionForm {
  let intent: SharedBatchIntent
  let questions: [Question]

  var title: String {
    switch intent.job {
    case .export: "Passphrase for the file"
    case .importFile: "Passphrase of the file"
    case .takeSnapshot(let name): "To take the snapshot \(name.fitted(to: 40))"
    case .restore(let name, _, _): "To restore \(name.fitted(to: 40))"
    case .undo, .redo: "To change the keys"
    default: "For \(SharedBatchIntent.words(for: intent.names))"
    }
  }

  func action(for answers: FormAnswers, in state: State) -> Action {
    var intent = intent
    intent.answers.merge(questions.named(answers)) { $1 }
    return .shared(.many(.perform(intent)))
  }
}

/// Asks into which file keys go, and what becomes of their secrets.
struct ExportKeysForm: PopupForm {
  private static let sealed = "encrypted with a passphrase"
  private static let revealed = "in clear"

  let names: [String]
  let environment: String?

  var title: String { "Export \(SharedBatchIntent.words(for: names))" }
  var note: String {
    """
    A JSON file, which B here and `parley shared import` read. The path begins where Parley was started. ← and → choose what \
    becomes of secrets.
    """
  }
  var fields: [FormField] {
    [
      FormField("file", "\(environment ?? "shared")-keys.json"),
      FormField("secrets", choices: [Self.sealed, Self.revealed]),
    ]
  }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    let path = try answers[0].fileOfKeys
    let job = SharedBatchIntent.Job.export(to: path, reveals: answers[1] == Self.revealed, replaces: false)
    return .shared(.many(.perform(SharedBatchIntent(names, job))))
  }
}

/// Asks from which file keys come.
package struct ImportKeysForm: PopupForm {
  package init() {}

  package var title: String { "Import shared keys" }
  package var note: String {
    """
    A file that B or `parley shared export` wrote, or any JSON object with values by their names. All of its keys are set, or \
    none; u takes it back.
    """
  }
  package var fields: [FormField] { [FormField("file")] }
  package var reopened: ReopenedForm? { .importKeys }

  package func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    .shared(.many(.perform(SharedBatchIntent([], .importFile(try answers[0].fileOfKeys)))))
  }
}

extension String {
  /// The path as typed, if it can be that of a file.
  fileprivate var fileOfKeys: String {
    get throws(FormMistake) {
      let path = drop { $0 == " " }
      guard !path.isEmpty, !path.hasSuffix("/") else { throw FormMistake("Name the file.", field: 0) }
      return String(path)
    }
  }
}
