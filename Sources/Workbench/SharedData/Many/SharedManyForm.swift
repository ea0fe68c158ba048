import ParleyEngine
import WorkbenchServices

/// The purpose of a form about many keys: the answers it asks for, and their use.
enum SharedManyForm: Sendable {
  /// The answers needed before something is done.
  case before(SharedBatchIntent, [Question])
  /// Into which file they go, and how their secrets.
  case export([String])
  case importFile
  case takeSnapshot

  static let sealed = "encrypted with a passphrase"
  static let revealed = "in clear"

  var questions: [Question] {
    if case .before(_, let questions) = self { questions } else { [] }
  }

  func action(for answers: [String]) -> Result<Action, FormPurpose.Mistake> {
    switch self {
    case .before(var intent, let questions):
      for (question, answer) in zip(questions, answers) { intent.answers[question.name] = answer }
      return .success(Self.perform(intent))
    case .export(let names):
      return Self.path(answers[0]).map { path in
        let job = SharedBatchIntent.Job.export(to: path, reveals: answers[1] == Self.revealed, replaces: false)
        return Self.perform(SharedBatchIntent(names, job))
      }
    case .takeSnapshot:
      guard !answers[0].isEmpty else { return .failure(.init(sentence: "Give it a name, such as before-payment.")) }
      return .success(Self.perform(SharedBatchIntent([], .takeSnapshot(answers[0]))))
    case .importFile: return Self.path(answers[0]).map { Self.perform(SharedBatchIntent([], .importFile($0))) }
    }
  }

  private static func perform(_ intent: SharedBatchIntent) -> Action { .shared(.many(.perform(intent))) }

  private static func path(_ typed: String) -> Result<String, FormPurpose.Mistake> {
    let path = typed.drop { $0 == " " }
    guard !path.isEmpty, !path.hasSuffix("/") else { return .failure(.init(sentence: "Name the file.", field: 0)) }
    return .success(String(path))
  }
}

extension FormSheet {
  init(exporting names: [String], from environment: String?) {
    self.init(
      "Export \(SharedBatchIntent.words(for: names))",
      note: """
        A JSON file, which B here and `parley shared import` read. The path begins where Parley was started. ← and → choose what \
        becomes of secrets.
        """,
      [
        Field("file", "\(environment ?? "shared")-keys.json"),
        Field("secrets", choices: [SharedManyForm.sealed, SharedManyForm.revealed]),
      ], for: .sharedData(.many(.export(names))))
  }

  static var importingKeys: FormSheet {
    FormSheet(
      "Import shared keys",
      note: """
        A file that B or `parley shared export` wrote, or any JSON object with values by their names. All of its keys are set, or \
        none; u takes it back.
        """,
      [Field("file", "")], for: .sharedData(.many(.importFile)))
  }
}
