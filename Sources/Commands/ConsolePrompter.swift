import ParleyWorkspace

/// Asks a person at the terminal; without one, takes a line of standard input for each question. Where standard input had
/// something else to say and is at its end, a passphrase is asked at the terminal behind it.
struct ConsolePrompter: Prompter {
  let console: any Console

  func answers(to questions: [PromptQuestion]) async throws -> [String]? {
    var answers: [String] = []
    for question in questions {
      guard let answer = answer(to: question) else {
        throw RenderError.nobodyToAsk(Array(questions.dropFirst(answers.count)))
      }
      answers.append(answer)
    }
    return answers
  }

  private func answer(to question: PromptQuestion) -> String? {
    if console.canAsk { return console.ask(question.name, isSecret: question.isSecret) }
    return console.readLine() ?? (question.isPassphrase ? console.askAtTerminal(question.name) : nil)
  }
}
