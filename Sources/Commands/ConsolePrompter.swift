import ParleyWorkspace

/// Asks a person at the terminal; without one, takes a line of standard input for each question.
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
    console.canAsk ? console.ask(question.name, isSecret: question.isSecret) : console.readLine()
  }
}
