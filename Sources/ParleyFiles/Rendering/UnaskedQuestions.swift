import ParleyEngine
import ParleyText

/// The questions that could not be asked because there is no terminal: the missing values, and the ways to set them.
struct UnaskedQuestions {
  private let questions: [PromptQuestion]

  /// - Parameter questions: those that only repeat another one are left out.
  init(_ questions: [PromptQuestion]) {
    let first = questions.filter { $0.repeats == nil }
    self.questions = first.isEmpty ? questions : first
  }

  var summary: String {
    let names = questions.map { $0.isPassphrase ? Self.passphrase($0) : Printable.quoted($0.name) }
    return "No terminal to ask for \(names.joined(separator: ", "))."
  }

  private static func passphrase(_ question: PromptQuestion) -> String {
    if case .passphrase(CipherDefinition.team) = question.kind { return "the team's passphrase" }
    if case .newPassphrase(CipherDefinition.team) = question.kind { return "the team's passphrase" }
    return "the \(Printable.text(question.name))"
  }

  /// Passphrases are never taken from arguments.
  var advice: String {
    let values = questions.filter { !$0.isPassphrase }.map { "--set \(ShellWords.quoted(unlessPlain: $0.name))=VALUE" }
    let set = values.isEmpty ? nil : "Set it with \(values.joined(separator: " ")), or on standard input."
    return ([set] + questions.map(Self.way)).compactMap(\.self).joined(separator: " ")
  }

  private static func way(_ question: PromptQuestion) -> String? {
    switch question.kind {
    case .value, .secret, .maskedKey, .maskedValue: nil
    case .filePassphrase(_, let variable):
      "Set the environment variable \(variable), write it to standard input, or run it in a terminal."
    case .passphrase(let cipher), .newPassphrase(let cipher):
      """
      Write it to standard input, run it in a terminal, or let \(WorkspacePaths.workspaceFile) say where \(Printable.text(cipher)) has it \
      from: `passphrase: env NAME`, or a program.
      """
    }
  }
}
