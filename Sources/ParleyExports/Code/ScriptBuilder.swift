internal import ParleyEngine
internal import ParleyFiles
internal import ParleyModel
import ParleyText

/// Makes the steps of a program of requests and groups. Values of the files become values at its beginning, secrets are read from the
/// system's environment, and what steps give is handed on by names.
struct ScriptBuilder {
  private let api: ExportedAPI
  private(set) var script: Script
  private var names: ScriptNames
  /// Names of values by what they are called in the files.
  private var values: [String: String] = [:]
  private var keys: [String: String] = [:]
  private var asked: [String: String] = [:]
  var scope = ScriptScope()
  /// The request or group that is being written.
  var place = ""
  /// Requests that give tokens, which are sent first, each once.
  var logins: [(id: String, steps: [Script.Step])] = []

  init(_ api: ExportedAPI, reserved: [String]) {
    self.api = api
    names = ScriptNames(without: reserved)
    script = Script(title: api.title, docs: nil)
  }

  mutating func build() -> Script {
    for item in api.selection.items {
      switch item {
      case .request(let id): if let request = api.request(id) { script.steps += steps(sending: request, as: nil) }
      case .group(let id): if let group = api.workspace.group(id) { script.steps += steps(of: group) }
      }
    }
    script.steps = logins.flatMap(\.steps) + script.steps
    return ScriptPruning(script).pruned
  }

  package mutating func note(_ text: String) {
    let note = ExportNote(place, text)
    if !script.notes.contains(note) { script.notes.append(note) }
  }

  mutating func freeName(_ text: String) -> String { names.free(text) }

  package func exported(_ id: String, with changes: WithDefinition?) -> ExportedRequest? {
    guard let request = api.workspace.request(id) else { return nil }
    let definition = changes?.over(request.definition) ?? request.definition
    return ExportedRequest(
      api.workspace.effective(definition, id: id, environment: api.environment), of: api.workspace,
      resolved: KnownValues(api.workspace, api.environment).filled)
  }

  /// The path in a request's response body at which its result begins.
  func resultRoot(of id: String) -> ValuePath {
    guard let request = api.workspace.request(id) else { return .root }
    let effective = api.workspace.effective(request.definition, id: id, environment: api.environment)
    return ValuePath(ExportedRequest.root(of: effective))
  }

  /// A value of the files that is a number, a flag or null where it stands in JSON outside quotes.
  func constant(_ name: String) -> Script.JSON? {
    let variables = (api.environment?.definition.vars ?? []) + api.variables
    guard case .text(let text, isPlain: true)? = variables.first(where: { $0.name.value == name })?.content.value,
      let value = try? JSONValue(parsing: text)
    else { return nil }
    switch value {
    case .number(let number): return .number(number.text)
    case .bool(let flag): return .bool(flag)
    case .null: return .null
    default: return nil
    }
  }

  package func group(_ id: String) -> WorkspaceGroup? { api.workspace.group(id) }
}

// Values.
extension ScriptBuilder {
  /// The name of a value of the files, which is written at the beginning.
  mutating func value(_ name: String) -> String {
    if let known = values[name] { return known }
    let own = names.free(name)
    values[name] = own
    let variable =
      api.environment?.definition.vars.first { $0.name.value == name } ?? api.variables.first { $0.name.value == name }
    switch variable?.content.value {
    case .text(let text, _)?:
      let text = self.text(text)
      script.values.append(.init(name: own, source: .text(text)))
    case .secret(.environment(let variable))?: script.values.append(.init(name: own, source: .environment(variable)))
    case .secret?, nil:
      script.values.append(.init(name: own, source: .environment(ScriptNames.capitals(own))))
    }
    return own
  }

  /// The name of a shared key: what a step has captured, or a variable of the system.
  mutating func shared(_ key: String) -> String {
    if let known = keys[key] { return known }
    let own = names.free(key)
    keys[key] = own
    script.values.append(.init(name: own, source: .environment(ScriptNames.capitals(own))))
    return own
  }

  /// The name under which something is kept from now on.
  package mutating func keep(_ key: String) -> String {
    let name = keys[key] ?? names.free(key)
    keys[key] = name
    return name
  }

  private mutating func asking(for label: String) -> String {
    if let known = asked[label] { return known }
    let own = names.free(label)
    asked[label] = own
    script.values.append(.init(name: own, source: .environment(ScriptNames.capitals(own))))
    return own
  }

  package mutating func text(_ text: String, encoded: Bool = false) -> Script.Text {
    Script.Text(
      TemplateText(text).segments.map { segment in
        switch segment {
        case .literal(let literal): return .literal(encoded ? PercentText.encoded(literal) : literal)
        case .template(let template):
          if case .literal(let literal) = template.expression { return .literal(literal) }
          let value = expression(template.expression)
          return encoded ? .encoded(value) : .value(value)
        }
      }
    ).joiningLiterals
  }

  mutating func expression(_ expression: Template.Expression) -> Script.Expression {
    switch expression {
    case .literal(let text): return .base64(Script.Text(text))
    case .name(let name): return .text(value(name))
    case .shared(let key): return .text(shared(key))
    case .operatingSystem(let name): return .text(asking(for: name))
    case .document(.input, let path): return scope.input.map { .part(of: $0, path) } ?? unknown("{{input\(path)}}")
    case .document(.steps, let path): return scope.part(of: path) ?? unknown("{{steps\(path)}}")
    case .document(.request, let path): return unknown("{{request\(path)}}")
    case .call(let function, let arguments, _): return call(function, arguments, expression)
    }
  }

  private mutating func call(
    _ function: TemplateFunction, _ arguments: [Template.Expression], _ expression: Template.Expression
  ) -> Script.Expression {
    switch function {
    case .uuid: return .uuid
    case .now: return arguments.isEmpty ? .now : .unixTime
    case .base64:
      guard let argument = arguments.first else { return .base64(Script.Text("")) }
      if case .literal(let text) = argument { return .base64(Script.Text(text)) }
      return .base64(Script.Text([.value(self.expression(argument))]))
    case .prompt, .secret:
      guard case .literal(let label)? = arguments.first else { return unknown("a question") }
      return .text(asking(for: label))
    case .response:
      guard let value = ResponseValue(expression) else { return unknown("a response") }
      return scope.response(of: value.request).map { .part(of: $0, value.path) } ?? .text(shared(value.name))
    }
  }

  private mutating func unknown(_ what: String) -> Script.Expression {
    note("\(what) is known only in Parley: it is read from the environment.")
    return .text(asking(for: what))
  }
}

extension ExportedAPI {
  package func request(_ id: String) -> ExportedRequest? { requests.first { $0.id == id } }
}

/// The outputs of the steps so far, by the names that templates and filters use.
struct ScriptScope {
  /// The name of the previous step's output; nil if there is none.
  var input: String?
  private var steps: [(step: String, name: String)] = []
  /// Whole bodies, by the id of the request.
  private var bodies: [String: String] = [:]

  package mutating func add(_ step: String, _ name: String) { steps.append((step, name)) }
  package mutating func add(bodyOf request: String, _ name: String) { bodies[request] = name }

  func response(of request: String) -> String? { bodies[request] }

  /// Of a path that begins with a step's name.
  func part(of path: ValuePath) -> Script.Expression? {
    guard case .key(let step)? = path.segments.first, let name = name(of: step) else { return nil }
    return .part(of: name, ValuePath(Array(path.segments.dropFirst())))
  }

  package func name(of step: String) -> String? { steps.last { $0.step == step }?.name }

  /// Those that a filter names.
  func steps(named used: Set<String>) -> [(String, String)] {
    steps.filter { used.contains($0.step) }.reduce(into: []) { result, item in
      result.removeAll { $0.0 == item.step }
      result.append((item.step, item.name))
    }
  }

  /// A list of its own inside of another.
  var inner: ScriptScope {
    var inner = ScriptScope()
    inner.bodies = bodies
    return inner
  }
}
