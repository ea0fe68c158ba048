import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyText
import ParleyWorkspace

/// Asks a person at the terminal; without one, takes a line of standard input for each question. Where standard input had
/// something else to say and is at its end, a passphrase is asked at the terminal behind it.
struct ConsolePrompter: Prompter {
  let console: any Console

  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    var answers: [PromptAnswer] = []
    var told: Set<String> = []
    for question in questions {
      try Task.checkCancellation()
      let interruptions = TerminalPrompt.interruptions
      let lines = [question.mistake, question.explanation].compactMap(\.self).filter { !$0.isEmpty }
      guard let answer = answer(to: question, below: lines.filter { told.insert($0).inserted }) else {
        // What is stopped meanwhile did not fail; nor did a step that the stop does not reach, but for its question.
        try Task.checkCancellation()
        guard TerminalPrompt.interruptions == interruptions else { throw CancellationError() }
        throw RenderError.nobodyToAsk(Array(questions.dropFirst(answers.count)))
      }
      // Somebody at the terminal types it once for all that the command sends; lines of a script stand for a question each.
      let isKept = console.canAsk && question.keepings.contains(.session)
      answers.append(PromptAnswer(answer, isKept ? .session : .once))
    }
    return answers
  }

  /// Whether a person can type once more what was mistaken.
  var asksAgain: Bool { console.canAsk }

  /// - Parameter lines: lines to show before the question.
  private func answer(to question: PromptQuestion, below lines: [String]) -> String? {
    if console.canAsk {
      for line in lines { console.note(line) }
      return console.ask(question.consoleLabel, isSecret: question.isSecret)
    }
    return console.readLine() ?? (question.isPassphrase ? console.askAtTerminal(question.name) : nil)
  }
}

/// Asks as the console does, but for secrets, which what is printed does not show anyway: their answer is the mask.
struct MaskingPrompter: Prompter {
  let console: any Console

  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    let asked = questions.filter { $0.kind != .secret }
    var answers = asked.isEmpty ? [] : try await ConsolePrompter(console: console).answers(to: asked) ?? []
    return questions.map { $0.kind == .secret ? PromptAnswer(Secrets.mask, .once) : answers.removeFirst() }
  }
}

extension PromptQuestion {
  /// The label of the question, which says how long the value is kept.
  fileprivate var consoleLabel: String {
    switch kind {
    case .value: "\(name) (for this command)"
    case .secret: "\(name) (secret, for this command; not stored)"
    case .passphrase, .newPassphrase, .filePassphrase: name
    case .maskedKey: "\(name) (shared key; empty: refuse it)"
    case .maskedValue(let step): "\(name) (of step \(Printable.text(step)); empty: refuse it)"
    }
  }
}
