public import ParleyEngine

/// Fills in the templates of one send.
///
/// One renderer serves all texts of a send, so that each name has one value in all of them, and nothing is asked or run
/// twice:
///
///     var renderer = TemplateRenderer(workspace: workspace, scope: scope, providers: providers)
///     try await renderer.prepare(for: request.texts.map(\.value))
///     let url = try await renderer.render(request.url.value)
public struct TemplateRenderer: Sendable {
  private let workspace: Workspace
  private let scope: TemplateScope
  private let providers: ValueProviders
  private var values: [String: Value] = [:]
  private var answers: [String: String] = [:]
  private var responses: [String: (body: JSONValue, isSecret: Bool)] = [:]
  private var path: [String] = []
  /// Every secret value that was filled in, and what was made of one.
  public private(set) var secrets = Secrets()

  /// How much was made so far, in bytes; values that double one another would grow without bound.
  private var produced = 0
  private static let largest = 64 << 20

  private struct Value {
    var json: JSONValue
    var source: ValueSource
    var isSecret = false

    var text: String { json.string ?? JSONPrinter.compact.string(of: json) }
  }

  public init(workspace: Workspace, scope: TemplateScope, providers: ValueProviders) {
    self.workspace = workspace
    self.scope = scope
    self.providers = providers
  }

  /// Asks all that these texts need, at once, after looking whether the workspace may do what they want.
  public mutating func prepare(for texts: [String]) async throws {
    let needs = scope.needs(of: texts)
    let wanted =
      needs.environmentVariables.map(TrustItem.environmentVariable)
      + needs.commands.map(workspace.trustItem(forCommand:))
    let missing = providers.trust.missing(of: wanted)
    guard missing.isEmpty else { throw RenderError.notTrusted(missing) }
    try await ask(needs.questions.filter { answers[$0.name] == nil })
  }

  private mutating func ask(_ questions: [PromptQuestion]) async throws {
    guard !questions.isEmpty else { return }
    guard let given = try await providers.prompter.answers(to: questions) else { throw RenderError.notAnswered }
    for (question, answer) in zip(questions, given) { answers[question.name] = answer }
  }
}

// MARK: Texts

extension TemplateRenderer {
  public mutating func render(_ text: String) async throws -> RenderedText {
    try await render(text) { value, _ in value.text }
  }

  /// Fills in a JSON text: inside quotes a value is escaped, outside it is inserted as JSON.
  public mutating func render(json text: String) async throws -> RenderedText {
    try await render(text) { value, isInString in
      let json = JSONPrinter.compact.string(of: isInString ? .string(value.text) : value.json)
      return isInString ? String(json.dropFirst().dropLast()) : json
    }
  }

  private mutating func render(
    _ text: String, as written: (Value, _ isInString: Bool) -> String
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
  fileprivate mutating func append(_ value: String, for template: Template, _ source: ValueSource, isSecret: Bool) {
    let start = text.utf8.count
    text += value
    fills.append(Fill(range: start..<text.utf8.count, template: template.text, source: source, isSecret: isSecret))
  }
}

// MARK: Values

extension TemplateRenderer {
  private mutating func evaluate(_ expression: Template.Expression) async throws -> Value {
    let value = try await value(of: expression)
    if value.isSecret { secrets.formUnion([value.text]) }
    return value
  }

  private mutating func value(of expression: Template.Expression) async throws -> Value {
    switch expression {
    case .literal(let text): Value(json: .string(text), source: .template)
    case .name(let name): try await value(named: name)
    case .operatingSystem(let name):
      Value(json: .string(try environmentVariable(name)), source: .operatingSystem(name))
    case .call(let function, let arguments, let path): try await call(function, arguments, path: path)
    }
  }

  private mutating func value(named name: String) async throws -> Value {
    if let value = values[name] { return value }
    guard let entry = scope[name], !path.contains(name) else { throw RenderError.unknown(name) }
    path.append(name)
    defer { path.removeLast() }
    let value = try await value(of: entry)
    values[name] = value
    return value
  }

  private mutating func value(of entry: TemplateScope.Entry) async throws -> Value {
    switch entry.content {
    case .given(let text):
      let json = entry.isDeclaredSecret ? .string(text) : JSONValue(plain: text)
      return Value(json: json, source: entry.source, isSecret: entry.isDeclaredSecret)
    case .secret(let source):
      return Value(json: .string(try await secret(source, named: entry.name)), source: entry.source, isSecret: true)
    case .text(let text, let isPlain):
      return try await value(of: text, isPlain: isPlain, source: entry.source)
    }
  }

  /// A text that is one template has that one's value; any other is text, unless it is plain and reads as something else.
  private mutating func value(of text: TemplateText, isPlain: Bool, source: ValueSource) async throws -> Value {
    if text.isSingleTemplate, let template = text.templates.first {
      var value = try await evaluate(template.expression)
      value.source = source
      return value
    }
    let rendered = try await render(text.text)
    let json = isPlain && text.templates.isEmpty ? JSONValue(plain: rendered.text) : .string(rendered.text)
    return Value(json: json, source: source, isSecret: rendered.isSecret)
  }

  private mutating func secret(_ source: SecretSource, named name: String) async throws -> String {
    switch source {
    case .prompt: return try await answer(to: PromptQuestion(name: name, isSecret: true))
    case .environment(let variable): return try environmentVariable(variable)
    case .command(let arguments):
      try checkTrust(workspace.trustItem(forCommand: arguments))
      do throws(CommandError) { return try await providers.commandOutput(arguments) } catch {
        throw RenderError.command(arguments, error)
      }
    }
  }

  private mutating func answer(to question: PromptQuestion) async throws -> String {
    if let given = scope.given(question.name) { return given }
    if answers[question.name] == nil { try await ask([question]) }
    guard let answer = answers[question.name] else { throw RenderError.notAnswered }
    return answer
  }

  private func environmentVariable(_ name: String) throws -> String {
    try checkTrust(.environmentVariable(name))
    guard let value = providers.environmentVariable(name) else { throw RenderError.environmentVariableNotSet(name) }
    return value
  }

  private func checkTrust(_ item: TrustItem) throws {
    guard providers.trust.allows(item) else { throw RenderError.notTrusted([item]) }
  }
}

// MARK: Functions

extension TemplateRenderer {
  private mutating func call(
    _ function: TemplateFunction, _ arguments: [Template.Expression], path: ValuePath
  ) async throws -> Value {
    var values: [Value] = []
    for argument in arguments { values.append(try await evaluate(argument)) }
    let argument = values.first?.text ?? ""
    let isSecret = values.contains(where: \.isSecret)
    switch function {
    case .uuid: return Value(json: .string(providers.uuid()), source: .function(.uuid))
    case .now: return Value(json: time(isUnix: argument == "unix"), source: .function(.now))
    case .base64:
      return Value(json: .string(Base64.encode(Array(argument.utf8))), source: .function(.base64), isSecret: isSecret)
    case .prompt:
      let answer = try await answer(to: PromptQuestion(name: argument, isSecret: false))
      return Value(json: .string(answer), source: .asked)
    case .response: return try await response(to: argument, path: path)
    }
  }

  private func time(isUnix: Bool) -> JSONValue {
    let now = providers.now()
    return isUnix ? .number(JSONNumber(now.unixSeconds)) : .string(now.iso8601)
  }

  private mutating func response(to request: String, path: ValuePath) async throws -> Value {
    let response = try await parsedResponse(to: request)
    do throws(ValuePathMiss) {
      let json = try path.resolve(in: response.body)
      return Value(json: json, source: .response(request), isSecret: response.isSecret)
    } catch {
      throw RenderError.noValue(request: request, reason: error.description)
    }
  }

  private mutating func parsedResponse(to request: String) async throws -> (body: JSONValue, isSecret: Bool) {
    if let known = responses[request] { return known }
    guard let response = await providers.response(request) else { throw RenderError.noResponse(request: request) }
    do throws(JSONSyntaxError) {
      let parsed = (try JSONValue(parsing: response.body), response.isSecret)
      responses[request] = parsed
      return parsed
    } catch {
      throw RenderError.noValue(request: request, reason: "it is not JSON.")
    }
  }
}

extension RenderError {
  /// Only met when a text is rendered whose mistakes were not looked at before.
  static func unknown(_ name: String) -> RenderError {
    .mistakes([Diagnostic(.unknownName, at: .start(of: Workspace.fileName), "unknown name \(Printable.quoted(name))")])
  }
}

extension JSONValue {
  /// What a plain scalar means in JSON: a number, `true`, `false`, `null`, or else text.
  init(plain text: String) {
    switch text {
    case "true": self = .bool(true)
    case "false": self = .bool(false)
    case "null": self = .null
    default: self = JSONNumber(text).map(JSONValue.number) ?? .string(text)
    }
  }
}
