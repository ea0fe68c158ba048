internal import ParleyEngine
internal import ParleyModel
internal import ParleyText

/// Follows an expression through the names it uses.
struct ScopeWalk {
  let scope: TemplateScope
  var needs = TemplateNeeds()
  private var path: [String] = []
  private var trouble: Trouble?
  /// Each name is followed once: values that double one another would otherwise take forever.
  private var found: [String: Finding] = [:]

  /// Longer previews are no use, and values that double one another grow without bound.
  private static let longestPreview = 1_000

  struct Finding {
    var preview: String?
    var source: ValueSource
    var isSecret = false
    var presence = ValuePresence.present

    /// Appends a text to the preview. If either is unknown, the whole preview is.
    package mutating func append(_ more: String?) {
      guard let before = preview, let more else { return preview = nil }
      preview = String((before + more).prefix(ScopeWalk.longestPreview))
    }
  }

  /// The first thing that is wrong, and on which way through names it was met.
  private struct Trouble {
    let code: Diagnostic.Code
    let message: String
    var nearest: String?
    var hint: String?
    let path: [String]
  }

  init(scope: TemplateScope) {
    self.scope = scope
  }

  func problem(at range: Range<Int>) -> TemplateProblem? {
    guard let trouble else { return nil }
    let isInValue = !trouble.path.isEmpty
    let tellsPath = isInValue && trouble.code != .circularName
    let way = tellsPath ? " in the value of \(trouble.path.joined(separator: " → "))" : ""
    return TemplateProblem(
      trouble.code, range, trouble.message + way, nearest: trouble.nearest, hint: trouble.hint, isInValue: isInValue)
  }

  mutating func look(at expression: Template.Expression) -> Finding {
    switch expression {
    case .literal(let text): return Finding(preview: text, source: .template)
    case .name(let name): return look(atName: name)
    case .operatingSystem(let name):
      needs.read(environmentVariable: name)
      return Finding(source: .operatingSystem(name), presence: presence(ofVariable: name))
    case .shared(let name):
      needs.read(sharedKey: name)
      let known = scope.shared[name]
      return Finding(
        preview: known?.preview, source: .shared(name, writer: known?.writer), isSecret: scope.shared.isSecret(name),
        presence: scope.shared.lacks(name) ? .missing : .present)
    case .document(let document, let path): return look(at: document, path)
    case .call(let function, let arguments, _): return look(atCall: function, arguments)
    }
  }

  private mutating func look(atCall function: TemplateFunction, _ arguments: [Template.Expression]) -> Finding {
    let findings = arguments.map { look(at: $0) }
    var finding = Finding(
      source: .function(function), isSecret: findings.contains(where: \.isSecret),
      presence: findings.map(\.presence).max() ?? .present)
    switch (function, arguments.first) {
    case (.prompt, .literal(let label)), (.secret, .literal(let label)):
      finding.source = scope.source(ofAnswer: label)
      finding.preview = scope.given(label)
      finding.isSecret = function == .secret
      finding.presence = presence(ofAnswer: label)
      if scope.given(label) == nil { needs.ask(PromptQuestion(name: label, isSecret: function == .secret)) }
    case (.response, .literal(let request)):
      finding.source = .response(request)
      needs.read(responseOf: request)
      checkRequest(request)
    case (.base64, _):
      finding.preview = findings.first?.preview.map { Base64.encode(Array($0.utf8)) }
    default: break
    }
    return finding
  }

  private mutating func checkRequest(_ id: String) {
    guard !scope.requestIDs.contains(id) else { return }
    note(
      .unknownName, "unknown request \(Printable.quoted(id))",
      nearest: NearestID.of(id, among: scope.requestIDs.lazy.map(\.text)))
  }

  // MARK: Names

  private mutating func look(atName name: String) -> Finding {
    if let finding = found[name] { return finding }
    guard let entry = scope[name] else {
      if let document = TemplateDocument(rawValue: name), scope.documents[document] != nil {
        return look(at: document, .root)
      }
      noteUnknown(name)
      return Finding(source: .template)
    }
    let finding = look(at: entry, name)
    found[name] = finding
    return finding
  }

  private mutating func look(at entry: TemplateScope.Entry, _ name: String) -> Finding {
    var finding = Finding(source: entry.source, isSecret: entry.isDeclaredSecret)
    switch entry.content {
    case .given(let value): finding.preview = value
    case .secret(let source):
      if source == .prompt { finding.source = scope.source(ofAnswer: name) }
      finding.presence = presence(of: source, named: name)
      need(source, for: name)
    case .text(let text, _):
      let inner = look(into: text, of: name)
      finding.preview = inner.preview
      finding.isSecret = inner.isSecret
      finding.presence = inner.presence
    }
    return finding
  }

  private func presence(of source: SecretSource, named name: String) -> ValuePresence {
    switch source {
    case .prompt: presence(ofAnswer: name)
    case .environment(let variable): presence(ofVariable: variable)
    case .command: .givenWhenSent
    }
  }

  private func presence(ofAnswer name: String) -> ValuePresence {
    switch scope.source(ofAnswer: name) {
    case .asked, .kept(.once): .givenWhenSent
    default: .present
    }
  }

  private func presence(ofVariable name: String) -> ValuePresence {
    scope.isVariableSet?(name) == false ? .missing : .present
  }

  private mutating func need(_ source: SecretSource, for name: String) {
    switch source {
    case .prompt: needs.ask(PromptQuestion(name: name, isSecret: true))
    case .environment(let variable): needs.read(environmentVariable: variable)
    case .command(let arguments): needs.run(arguments)
    }
  }

  private mutating func look(into text: TemplateText, of name: String) -> Finding {
    var finding = Finding(preview: "", source: .template)
    guard !path.contains(name) else {
      noteCircle(to: name)
      return finding
    }
    guard path.count < TemplateScope.deepest else {
      note(.template, TemplateScope.tooDeep)
      return finding
    }
    path.append(name)
    defer { path.removeLast() }
    if let problem = text.problems.first { note(problem.code, problem.message, hint: problem.hint) }
    for segment in text.segments {
      switch segment {
      case .literal(let literal): finding.append(literal)
      case .template(let template):
        let inner = look(at: template.expression)
        finding.append(inner.preview)
        finding.isSecret = finding.isSecret || inner.isSecret
        finding.presence = max(finding.presence, inner.presence)
      }
    }
    return finding
  }

  // MARK: Trouble

  private mutating func noteUnknown(_ name: String) {
    let message = "unknown name \(Printable.quoted(name))"
    if NearestName.budget?.isUsedUp != true, let hint = hint(onOtherEnvironment: name) {
      return note(.unknownName, message, hint: hint)
    }
    let isShared = scope.shared.has(name)
    let nearest = isShared ? "shared.\(name)" : NearestName.of(name, among: scope.names)
    let known = scope.names.prefix(8).joined(separator: ", ")
    let place = "declared under vars in environments/NAME.yaml or parley.yaml"
    let hint = known.isEmpty ? "names are \(place)" : "known names: \(known); others are \(place)"
    note(.unknownName, message, nearest: nearest, hint: nearest == nil ? hint : nil)
  }

  /// Says which other environment has the name; nil where none has.
  private func hint(onOtherEnvironment name: String) -> String? {
    let others = scope.environments(declaring: name)
    guard let first = others.first else { return nil }
    let words =
      others.count == 1
      ? "only the environment \(first) has it" : "only other environments have it: \(others.joined(separator: ", "))"
    return "\(words); declare it under vars in this one, too, or in parley.yaml for all"
  }

  private mutating func noteCircle(to name: String) {
    let circle = path.drop { $0 != name } + [name]
    note(.circularName, "values refer to each other in a circle: \(circle.joined(separator: " → "))")
  }

  package mutating func note(_ code: Diagnostic.Code, _ message: String, nearest: String? = nil, hint: String? = nil) {
    trouble = trouble ?? Trouble(code: code, message: message, nearest: nearest, hint: hint, path: path)
  }
}
