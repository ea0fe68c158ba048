import ParleyWorkspace

extension FormSheet {
  /// All that must be asked before something goes on.
  init(_ title: String, asking questions: [Question], for purpose: FormPurpose) {
    let notes = questions.map(\.explanation).reduce(into: [String]()) { notes, note in
      if !note.isEmpty, !notes.contains(note) { notes.append(note) }
    }
    self.init(
      title, note: notes.joined(separator: " "), questions.map { Field($0.label, isMasked: $0.isSecret) },
      keepings: questions.first { !$0.keepings.isEmpty }?.keepings ?? [],
      mistake: questions.lazy.compactMap(\.mistake).first, for: purpose)
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

extension [Question] {
  /// Why these answers cannot be taken; the others stay as they were typed.
  func mistake(in answers: [String]) -> FormPurpose.Mistake? {
    let given = Dictionary(zip(map(\.name), answers)) { $1 }
    for (question, answer) in zip(self, answers) {
      if question.isNeeded, answer.isEmpty {
        return FormPurpose.Mistake(sentence: "“\(question.label)” cannot be empty.")
      }
      if let other = question.repeats, let first = given[other], first != answer {
        return FormPurpose.Mistake(sentence: "The passphrases differ. Type the second one again.")
      }
    }
    return nil
  }

  /// How long each answer is kept that may be.
  func keeping(_ keeping: AnswerKeeping) -> [String: AnswerKeeping] {
    guard keeping != .once else { return [:] }
    return Dictionary(filter { $0.keepings.contains(keeping) }.map { ($0.name, keeping) }) { $1 }
  }
}
