package import ParleyEngine
package import ParleyModel
internal import ParleyText

/// A question to the person.
package struct PromptQuestion: Sendable, Hashable {
  /// The kind of answer that is asked for, which decides how the answer is used.
  package enum Kind: Sendable, Hashable {
    /// A value that may be seen, as of `prompt("label")`.
    case value
    /// A value that is hidden while it is typed, and masked from then on.
    case secret
    /// The passphrase that opens a cipher, which stays open for the session.
    case passphrase(cipher: String)
    /// The new passphrase of a cipher.
    case newPassphrase(cipher: String)
    /// The value of a shared key, which was masked when this step's run was exported.
    case maskedKey(writer: String)
    /// A part of this step's result, which was masked when its run was exported.
    case maskedValue(step: String)
    /// The passphrase that opens a file, or seals a new one; the environment variable can hold it too.
    case filePassphrase(isNew: Bool, variable: String)
  }

  /// The name of the secret, or the label of `prompt("label")`; also what `--set` takes.
  package let name: String
  /// The kind of answer that is asked for.
  package let kind: Kind
  /// The name of the question before it that must have the same answer.
  package let repeats: String?
  /// The reason why the previous answer was not accepted; nil if there was none.
  package var mistake: String?

  /// - Parameter isSecret: the answer is not shown while it is typed, and masked afterwards.
  package init(name: String, isSecret: Bool) {
    self.init(name, isSecret ? .secret : .value)
  }

  /// A question for a key of an imported run.
  package init(maskedKey key: UnknownKey) {
    self.init(key.name, .maskedKey(writer: "\(key.writer) \(key.writerName)"))
  }

  /// A question for a part of what a step of an imported run gave.
  package init(maskedValue value: UnknownValue) {
    let path = value.path == .root ? "" : "\(value.path)"
    self.init("\(value.name)\(path)", .maskedValue(step: "\(value.step) \(value.name)"))
  }

  package init(_ name: String, _ kind: Kind, repeats: String? = nil, mistake: String? = nil) {
    self.name = name
    self.kind = kind
    self.repeats = repeats
    self.mistake = mistake
  }

  /// The answer is not shown while it is typed, and masked afterwards.
  package var isSecret: Bool { kind != .value }

  /// It opens a cipher, so it is never taken from an argument.
  package var isPassphrase: Bool {
    switch kind {
    case .passphrase, .newPassphrase, .filePassphrase: true
    case .value, .secret, .maskedKey, .maskedValue: false
    }
  }

  /// The purpose of the answer, in a sentence or two; empty if the name says it all.
  package var explanation: String {
    switch kind {
    case .value, .secret: ""
    case .maskedKey(let writer):
      "Shared key, written by step \(Printable.text(writer)). It was masked when the run was exported. Empty: refuse it."
    case .maskedValue(let step):
      "A part of what step \(Printable.text(step)) gave. It was masked when the run was exported. Empty: refuse it."
    case .filePassphrase(let isNew, _):
      isNew
        ? "A passphrase for the file. Without it, nobody can read what it seals."
        : "Opens the file."
    case .passphrase(let cipher): "Unlocks the cipher \(Printable.quoted(cipher)) until you quit."
    case .newPassphrase(let cipher):
      """
      A new passphrase for the cipher \(Printable.quoted(cipher)), which encrypts values of shared data. Keep it safe: \
      without it they are lost, and nobody can recover them.
      """
    }
  }

  /// How long the answer may be kept, as the person chooses.
  package var keepings: [AnswerKeeping] {
    switch kind {
    case .value, .secret: AnswerKeeping.allCases
    case .passphrase, .newPassphrase, .filePassphrase, .maskedKey, .maskedValue: []
    }
  }
}

/// The text that a person typed, and how long it may be kept.
package struct PromptAnswer: Sendable, Hashable {
  package let text: String
  package let keeping: AnswerKeeping

  package init(_ text: String, _ keeping: AnswerKeeping = .once) {
    self.text = text
    self.keeping = keeping
  }
}

/// Asks the person: a pop-up in the workbench, standard input for a command, or nobody.
package protocol Prompter: Sendable {
  /// Asks all that a send needs at once.
  /// - Returns: the answers in the order of the questions; `nil` when the person would not answer.
  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]?
  /// Whether somebody is there who can be asked again after a mistake.
  var asksAgain: Bool { get }
}

extension Prompter {
  /// No: what was given by other means would be given again.
  package var asksAgain: Bool { false }
}
