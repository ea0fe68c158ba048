package import ParleyEngine

/// The things that must be available before texts can be resolved, determined without resolving them.
package struct TemplateNeeds: Sendable, Equatable {
  /// The questions for the person, each once, in the order of the texts.
  package private(set) var questions: [PromptQuestion] = []
  /// Variables of the operating system.
  package private(set) var environmentVariables: Set<String> = []
  /// Programs with their arguments.
  package private(set) var commands: Set<[String]> = []
  /// Requests whose last response is read.
  package private(set) var responses: Set<ExactString> = []
  /// Shared keys, by name.
  package private(set) var sharedKeys: Set<ExactString> = []

  package init() {}

  mutating func ask(_ question: PromptQuestion) {
    if !questions.contains(where: { $0.name.isIdentical(to: question.name) }) { questions.append(question) }
  }

  package mutating func read(environmentVariable name: String) { environmentVariables.insert(name) }
  mutating func run(_ command: [String]) { commands.insert(command) }
  package mutating func read(responseOf request: String) { responses.insert(request) }
  package mutating func read(sharedKey name: String) { sharedKeys.insert(name) }

  package mutating func formUnion(_ other: TemplateNeeds) {
    other.questions.forEach { ask($0) }
    environmentVariables.formUnion(other.environmentVariables)
    commands.formUnion(other.commands)
    responses.formUnion(other.responses)
    sharedKeys.formUnion(other.sharedKeys)
  }
}
