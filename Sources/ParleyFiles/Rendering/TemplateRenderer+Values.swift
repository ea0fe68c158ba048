internal import ParleyEngine
internal import ParleyModel
internal import ParleyText

extension TemplateRenderer {
  mutating func evaluate(_ expression: Template.Expression) async throws -> Value {
    let value = try await value(of: expression)
    if value.isSecret { note(secret: value.text) }
    return value
  }

  /// Known at once, since what comes next may fail and say why.
  package mutating func note(secret: String) {
    secrets.formUnion([secret])
    providers.known?.learn(Secrets([secret]))
  }

  private mutating func value(of expression: Template.Expression) async throws -> Value {
    switch expression {
    case .literal(let text): Value(json: .string(text), source: .template)
    case .name(let name): try await value(named: name)
    case .operatingSystem(let name):
      Value(json: .string(try environmentVariable(name)), source: .operatingSystem(name))
    case .shared(let name): try await sharedValue(name)
    case .document(let document, let path): try value(of: document, path)
    case .call(let function, let arguments, let path): try await call(function, arguments, path: path)
    }
  }

  private mutating func value(named name: String) async throws -> Value {
    if let value = values[name] { return value }
    if scope[name] == nil, let document = TemplateDocument(rawValue: name) { return try value(of: document, .root) }
    guard let entry = scope[name], !path.contains(name) else { throw RenderError.unknown(name) }
    guard path.count < TemplateScope.deepest else { throw RenderError.tooDeep }
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
      return Value(json: json, source: entry.source, isSecret: entry.isDeclaredSecret, isWritten: true)
    case .secret(let source):
      let origin = source == .prompt ? scope.source(ofAnswer: entry.name) : entry.source
      return Value(json: .string(try await secret(source, named: entry.name)), source: origin, isSecret: true)
    case .text(let text, let isPlain):
      let isCredential = noteCredentials(in: text, named: entry.name)
      var value = try await value(of: text, isPlain: isPlain, source: entry.source)
      value.isSecret = value.isSecret || isCredential
      return value
    }
  }

  /// Notes the secrets in a text that was typed as a variable's value, if it looks like one.
  /// - Returns: whether all of the text is a secret.
  private mutating func noteCredentials(in text: TemplateText, named name: String) -> Bool {
    let found = CredentialFinder.find(in: text.text, .named(name))
    for secret in found.flatMap(\.secrets) { note(secret: secret) }
    return found.contains { $0.range.count == text.text.utf8.count }
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
    return Value(json: json, source: source, isSecret: rendered.isSecret, isWritten: text.templates.isEmpty)
  }

  private mutating func secret(_ source: SecretSource, named name: String) async throws -> String {
    switch source {
    case .prompt: return try await answer(to: PromptQuestion(name: name, isSecret: true))
    case .environment(let variable): return try environmentVariable(variable)
    case .command(let arguments): return try await output(of: arguments)
    }
  }

  /// The output of a program, if it is trusted.
  func output(of arguments: [String]) async throws -> String {
    let files = CommandFiles(of: arguments, root: workspace.root)
    try checkTrust(files.trustItem)
    return try await providers.output(of: arguments, as: files)
  }

  mutating func answer(to question: PromptQuestion) async throws -> String {
    if let given = scope.given(question.name) { return given }
    if answers[question.name] == nil { try await ask([question]) }
    guard let answer = answers[question.name] else { throw RenderError.notAnswered }
    return answer
  }

  private mutating func sharedValue(_ name: String) async throws -> Value {
    if let value = values["shared.\(name)"] { return value }
    guard let entry = try await providers.shared(name), let held = entry.value else {
      throw RenderError.noSharedKey(name, capturedBy: SharedKeyUses(in: workspace).requests(capturing: name))
    }
    guard let json = held.json else { throw RenderError.unfit(field: "shared \(name)", reason: "it holds bytes") }
    let value = Value(json: json, source: .shared(name, writer: entry.writer), isSecret: entry.isSecret)
    values["shared.\(name)"] = value
    return value
  }

  private func environmentVariable(_ name: String) throws -> String {
    guard !EnvironmentProxies.names.contains(name) else {
      throw RenderError.unfit(
        field: "{{env.\(name)}}", reason: "a workspace cannot read the proxies of the environment")
    }
    try checkTrust(.environmentVariable(name))
    guard let value = providers.environmentVariable(name) else { throw RenderError.environmentVariableNotSet(name) }
    return value
  }

  private func checkTrust(_ item: TrustItem) throws {
    guard providers.trust.allows(item) else { throw RenderError.notTrusted([item]) }
  }
}

extension RenderError {
  static let tooDeep = mistakes([
    Diagnostic(.template, at: .start(of: WorkspacePaths.workspaceFile), TemplateScope.tooDeep)
  ])

  /// Only met when a text is rendered whose mistakes were not looked at before.
  static func unknown(_ name: String) -> RenderError {
    .mistakes([
      Diagnostic(.unknownName, at: .start(of: WorkspacePaths.workspaceFile), "unknown name \(Printable.quoted(name))")
    ])
  }
}

extension JSONValue {
  /// The JSON value of a plain scalar: a number, `true`, `false`, `null`, or else text.
  package init(plain text: String) {
    switch text {
    case "true": self = .bool(true)
    case "false": self = .bool(false)
    case "null": self = .null
    default: self = JSONNumber(text).map(JSONValue.number) ?? .string(text)
    }
  }
}
