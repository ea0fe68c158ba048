/// A prompter that asks nobody; its errors explain how to give values otherwise.
package struct NoPrompter: Prompter {
  package init() {}

  package func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    throw RenderError.nobodyToAsk(questions)
  }
}
