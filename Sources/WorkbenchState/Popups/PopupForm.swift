package import ParleyModel
import TerminalKit
package import WorkbenchServices

/// A form in a pop-up: the fields it asks for, and what its answers do. Each is a value of its own beside what it does.
package protocol PopupForm: ScreenQuestion {
  var title: String { get }
  /// A text above the fields, such as what the answers are for.
  var note: String { get }
  var fields: [FormField] { get }
  /// The field that has the cursor at first; nil for the first one, or after a mistake the last one.
  var focus: Int? { get }
  /// The reason why the answers given before were not accepted.
  var mistake: String? { get }
  /// The questions that its fields stand for, where it asks what something else needs.
  var questions: [Question] { get }
  /// The form as a draft of it is stored; nil if it cannot be opened again.
  var reopened: ReopenedForm? { get }
  /// The action if it is closed without answers.
  var whenClosed: Action? { get }

  /// A sentence on answers that can be meant, but rarely are: they are taken once Enter is pressed again.
  func doubt(of answers: FormAnswers) -> String?
  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action
}

extension PopupForm {
  var note: String { "" }
  package var focus: Int? { nil }
  package var mistake: String? { nil }
  package var questions: [Question] { [] }
  package func doubt(of answers: FormAnswers) -> String? { nil }
  package var reopened: ReopenedForm? { nil }
  package var whenClosed: Action? { nil }

  package func sheet(in state: State) -> (any Sheet)? { FormSheet(self) }
}

/// The texts of a form's fields.
package struct FormAnswers: Sendable {
  package let texts: [String]
  /// The time for which they are kept.
  package let keeping: AnswerKeeping

  init(_ texts: [String], kept keeping: AnswerKeeping = .once) {
    (self.texts, self.keeping) = (texts, keeping)
  }

  package subscript(field: Int) -> String { texts[field] }
}

/// The reason why answers cannot be accepted.
package struct FormMistake: Error, Hashable {
  package let sentence: String
  /// The field that it is in, where that is known.
  var field: Int?

  package init(_ sentence: String, field: Int? = nil) {
    (self.sentence, self.field) = (sentence, field)
  }
}

/// A form with all questions that must be answered before something continues.
package protocol QuestionForm: PopupForm {}

extension QuestionForm {
  /// Every explanation, once.
  package var note: String {
    questions.map(\.explanation).reduce(into: [String]()) { notes, note in
      if !note.isEmpty, !notes.contains(note) { notes.append(note) }
    }
    .joined(separator: " ")
  }

  package var fields: [FormField] { questions.map { FormField($0.label, isMasked: $0.isSecret) } }
  package var mistake: String? { questions.lazy.compactMap(\.mistake).first }
}

extension [Question] {
  /// The times for which their answers may be kept.
  var keepings: [AnswerKeeping] { first { !$0.keepings.isEmpty }?.keepings ?? [] }

  /// The answers by the names of the questions.
  package func named(_ answers: FormAnswers) -> [String: String] {
    Dictionary(zip(map(\.name), answers.texts)) { $1 }
  }

  /// Finds answers that cannot be accepted. The others stay as they were typed.
  func check(_ answers: FormAnswers) throws(FormMistake) {
    let given = named(answers)
    for (question, answer) in zip(self, answers.texts) {
      if question.isNeeded, answer.isEmpty { throw FormMistake("“\(question.label)” cannot be empty.") }
      if let other = question.repeats, let first = given[other], first != answer {
        throw FormMistake("The passphrases differ. Type the second one again.")
      }
    }
  }

  /// The time for which each answer is kept that may be.
  func keeping(_ keeping: AnswerKeeping) -> [String: AnswerKeeping] {
    guard keeping != .once else { return [:] }
    return Dictionary(filter { $0.keepings.contains(keeping) }.map { ($0.name, keeping) }) { $1 }
  }
}

extension AnswerKeeping {
  /// As the form says it.
  var words: String {
    switch self {
    case .once: "this time only"
    case .session: "for this session, in memory"
    case .machine: "encrypted on this machine"
    }
  }
}
