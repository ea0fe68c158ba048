import ParleyEngine
import TerminalKit
package import WorkbenchServices
package import WorkbenchState

/// Asks what is needed before something is done with a shared key.
struct SharedQuestionsForm: QuestionForm {
  let intent: SharedDataIntent
  let questions: [Question]

  var title: String { "For the shared key \(intent.key.fitted(to: 40))" }

  func action(for answers: FormAnswers, in state: State) -> Action {
    var intent = intent
    intent.answers.merge(questions.named(answers)) { $1 }
    return .shared(.key(.intent(intent)))
  }
}

/// Asks for name, type, cipher and scope of a new key.
struct NewKeyForm: PopupForm {
  let name: String
  let ciphers: [CipherSummary]

  var title: String { "New key" }
  var note: String { "You type the value next. ← and → choose." }
  var fields: [FormField] {
    [
      FormField("name", name), FormField("type", choices: ["text", "json"]),
      FormField("encrypted with", choices: [NewSharedKey.asRuled, NewSharedKey.none] + ciphers.map(\.name)),
      FormField("scope", choices: [NewSharedKey.asScoped] + SharedRule.Scope.allCases.map(NewSharedKey.word)),
    ]
  }
  var reopened: ReopenedForm? { .newSharedKey }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    .shared(.key(.create(try NewSharedKey(answers))))
  }
}

/// Asks for another name of a key.
package struct RenameKeyForm: PopupForm {
  package let name: String

  package init(name: String) {
    self.name = name
  }

  package var title: String { "Rename \(name.fitted(to: 40))" }
  package var note: String {
    "It keeps its encryption and its history. Files that name it are shown before they change."
  }
  package var fields: [FormField] { [FormField("name", name)] }
  package var reopened: ReopenedForm? { .renameSharedKey(name) }

  package func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    .shared(.key(.planRename(name, to: try NewSharedKey.name(answers[0]))))
  }
}

/// Asks for the name of a cipher, and the path of its key file where it has one; then it is bound to a key.
struct NewCipherForm: PopupForm {
  let key: String
  let usesFile: Bool

  var title: String { "New cipher: a \(usesFile ? "key file" : "passphrase") with a name" }
  var note: String {
    usesFile
      ? "A random key in a file that only you can read. Created if it does not exist."
      : "You enter its passphrase next, twice. Nobody can read the values without it."
  }
  var fields: [FormField] {
    [FormField("name", "vault")] + (usesFile ? [FormField("key file", "~/.config/parley/vault.key")] : [])
  }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    .shared(.key(.intent(SharedDataIntent(key, try cipher(answers)))))
  }

  private func cipher(_ answers: FormAnswers) throws(FormMistake) -> SharedDataIntent.Job {
    let name = answers[0]
    let isName =
      name.first?.isLetter == true
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
    guard isName, name != "gzip", name != "none" else {
      throw FormMistake(
        "The name of a cipher, which encrypts values, has letters and digits, such as vault; gzip and none are reserved."
      )
    }
    guard usesFile else { return .declare(cipher: name, keyFile: nil) }
    guard !answers[1].isEmpty else { throw FormMistake("Name the key file.") }
    return .declare(cipher: name, keyFile: answers[1])
  }
}

extension NewSharedKey {
  /// The choice that leaves it to `parley.yaml`.
  package static let asRuled = "as parley.yaml says, else none"
  static let none = "none"
  static let asScoped = "as parley.yaml says, else this environment"

  static func word(_ scope: SharedRule.Scope) -> String {
    scope == .workspace ? "all environments" : "this environment"
  }

  /// A name that a key can have.
  package static func name(_ text: String) throws(FormMistake) -> String {
    let isReadable = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    guard !text.isEmpty, text.utf8.count <= SharedKey.longestName, isReadable else {
      throw FormMistake("A name has 1 to \(SharedKey.longestName) bytes, such as user.token.")
    }
    return text
  }

  /// - Parameter answers: name, type, cipher, scope.
  fileprivate init(_ answers: FormAnswers) throws(FormMistake) {
    self.init(try Self.name(answers[0]), kind: answers[1] == "json" ? .json : .text)
    if answers[2] != Self.asRuled { cipher = answers[2] == Self.none ? Cipher.open : .named(answers[2]) }
    scope = SharedRule.Scope.allCases.first { Self.word($0) == answers[3] }
  }
}
