package import ParleyEngine
import ParleyText

/// Fills in the templates of one send.
///
/// One renderer serves all texts of a send, so that each name has one value in all of them, and nothing is asked or run
/// twice:
///
///     var renderer = TemplateRenderer(workspace: workspace, scope: scope, providers: providers)
///     try await renderer.prepare(for: request.texts.map(\.value))
///     let url = try await renderer.render(request.url.value)
package struct TemplateRenderer: Sendable {
  let workspace: Workspace
  let scope: TemplateScope
  let providers: ValueProviders
  var values: [String: Value] = [:]
  var answers: [ExactString: String] = [:]
  var responses: [ExactString: ParsedResponse] = [:]
  var path: [String] = []
  /// Every secret value that was filled in, and what was made of one.
  package internal(set) var secrets = Secrets()

  /// How much was made so far, in bytes; values that double one another would grow without bound.
  var produced = 0
  private static let largest = 64 << 20

  struct ParsedResponse {
    let body: JSONValue
    let isSecret: Bool
    let secrets: SecretParts
    let exchange: ExchangeID?
  }

  /// The value of an expression.
  struct Value {
    var json: JSONValue
    var source: ValueSource
    var isSecret = false
    /// Written as it is in a file or by a person: such a `null` is meant.
    var isWritten = false

    var text: String { json.string ?? JSONPrinter.compact.string(of: json) }
    var isUnmeantNull: Bool { json == .null && !isWritten }
  }

  package init(workspace: Workspace, scope: TemplateScope, providers: ValueProviders) {
    self.workspace = workspace
    self.scope = scope
    self.providers = providers
  }

  /// Asks all that these texts need, at once, after looking whether the workspace may do what they want.
  package mutating func prepare(for texts: [String]) async throws {
    let missing = providers.trust.missing(of: TrustNeeds(of: workspace).of(texts: texts, in: scope))
    guard missing.isEmpty else { throw RenderError.notTrusted(missing) }
    try await ask(scope.needs(of: texts).questions.filter { answers[$0.name] == nil })
  }

  mutating func ask(_ questions: [PromptQuestion]) async throws {
    guard !questions.isEmpty else { return }
    guard let given = try await providers.prompter.answers(to: questions) else { throw RenderError.notAnswered }
    for (question, answer) in zip(questions, given) { answers[question.name] = answer.text }
  }
}

// MARK: Texts

extension TemplateRenderer {
  package mutating func render(_ text: String) async throws -> RenderedText {
    try await render(text) { value, _ in (value.text, value.isUnmeantNull) }
  }

  /// Fills in a JSON text: inside quotes a value is escaped, outside it is inserted as JSON.
  package mutating func render(json text: String) async throws -> RenderedText {
    try await render(text) { value, isInString in
      let json = JSONPrinter.compact.string(of: isInString ? .string(value.text) : value.json)
      return isInString ? (String(json.dropFirst().dropLast()), value.isUnmeantNull) : (json, false)
    }
  }

  /// The value of a text, whether a secret is in it, and the sources of its templates. A text that is a single template keeps the type of
  /// its value.
  package mutating func value(
    ofText text: String
  ) async throws -> (JSONValue, isSecret: Bool, sources: [ValueSource]) {
    let parsed = TemplateText(text)
    if parsed.isSingleTemplate, let template = parsed.templates.first {
      let value = try await evaluate(template.expression)
      return (value.json, value.isSecret, [value.source])
    }
    let rendered = try await render(text)
    return (.string(rendered.text), rendered.isSecret, rendered.fills.map(\.source))
  }

  /// - Parameter written: how a value stands in the text, and whether it is `null` as a word.
  private mutating func render(
    _ text: String, as written: (Value, _ isInString: Bool) -> (text: String, isNull: Bool)
  ) async throws -> RenderedText {
    var result = RenderedText()
    var quotes = JSONQuotes()
    for segment in TemplateText(text).segments {
      switch segment {
      case .literal(let literal):
        quotes.pass(literal)
        result.text += literal
      case .template(let template):
        let value = try await evaluate(template.expression)
        result.append(written(value, quotes.isInString), for: template, value.source, isSecret: value.isSecret)
      }
      guard produced + result.text.utf8.count <= Self.largest else { throw RenderError.tooLarge(limit: Self.largest) }
    }
    produced += result.text.utf8.count
    return result
  }
}

extension RenderedText {
  fileprivate mutating func append(
    _ value: (text: String, isNull: Bool), for template: Template, _ source: ValueSource, isSecret: Bool
  ) {
    let start = text.utf8.count
    text += value.text
    fills.append(
      Fill(
        range: start..<text.utf8.count, template: template.text, source: source, isSecret: isSecret,
        isNull: value.isNull))
  }
}
