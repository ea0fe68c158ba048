import ParleyEngine
import ParleyModel

@testable import ParleyFiles
@testable import ParleyWorkspace

/// Gives prepared answers, and keeps what it was asked.
final class RecordingPrompter: Prompter {
  private let prepared: [String: String]?
  private let asked = Lock<[[PromptQuestion]]>([])

  /// - Parameter answers: `nil` for a person who closes the question.
  init(_ answers: [String: String]?) {
    prepared = answers
  }

  var questions: [[PromptQuestion]] { asked.withLock { $0 } }

  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    asked.withLock { $0.append(questions) }
    return prepared.map { prepared in questions.map { PromptAnswer(prepared[$0.name] ?? "") } }
  }
}

extension TemplateScope {
  /// From the text of an environment and of a workspace's `vars`.
  static func make(
    environment: String = "", workspace: String = "", given: [String: String] = [:], requestIDs: Set<String> = []
  ) -> TemplateScope {
    TemplateScope(
      environment: EnvironmentDefinition.form.read(SourceText(environment, file: "environments/local.yaml")).value?.vars
        ?? [],
      workspace: WorkspaceDefinition.form.read(SourceText(workspace, file: "parley.yaml")).value?.vars ?? [],
      given: given, requestIDs: Set(names: requestIDs))
  }
}

extension Workspace {
  static let empty = Workspace(
    root: "/nowhere", definition: WorkspaceDefinition(), environments: [], requests: [], folderDefaults: [:],
    folderPaths: [], diagnostics: [], sources: [:])
}

extension ValueProviders {
  /// Without anything from outside: a fixed time, UUIDs that count, no variables and no programs.
  static func fixed(
    prompter: any Prompter = NoPrompter(), trust: [TrustItem] = [], variables: [String: String] = [:],
    commands: [[String]: Result<String, CommandError>] = [:], responses: [String: ProvidedResponse] = [:]
  ) -> ValueProviders {
    var providers = ValueProviders(directory: "/nowhere", prompter: prompter, trust: TrustGrant(trust))
    let counter = Lock(0)
    providers.environmentVariable = { variables[$0] }
    providers.commandOutput = { command async throws(CommandError) in
      try (commands[command] ?? .failure(.notStarted("unknown"))).get()
    }
    providers.response = { responses[$0] }
    providers.now = { Timestamp(microseconds: 1_763_733_787_123_000) }
    providers.uuid = { "uuid-\(counter.withLock { $0 += 1; return $0 })" }
    return providers
  }
}

extension TemplateRenderer {
  init(_ scope: TemplateScope, _ providers: ValueProviders = .fixed()) {
    self.init(workspace: .empty, scope: scope, providers: providers)
  }
}
