internal import ParleyEngine

/// Takes a filter apart and evaluates its parts, each in the scope in which it stands.
struct JQReasons {
  let text: [UInt8]
  let root: Syntax
  let outermost: Scope
  let known: Secrets?
  let limits: JQLimits
  var parts: [JQPart] = []
  var findings: [JQFinding] = []
  /// The number of the filter's own functions that stand around.
  var calls = 0
  /// Whether a place of the input is the row that is asked about.
  var isWanted: ((JQPath) -> Bool)?

  /// More parts are not read.
  static let mostParts = 16
  static let deepest = 5
  static let mostCalls = 6

  /// A value as a part of a filter gets it, and where its parts came from.
  struct Known {
    let value: JSONValue
    let secrets: SecretParts
    /// Names of members that are secret.
    var names: [String] = []
    let source: ([JQPath.Segment]) -> JQTrace.Source?

    /// As it is shown.
    var shown: JSONValue { Secrets(names).maskingForeign(secrets.masked(value)) }
  }

  /// The input, variables and functions that a part sees.
  struct Scope {
    var input: Known
    var variables: [String: Known]
    /// The definitions that stand in front, as they are written.
    var definitions = ""
    var functions: [String: Definition] = [:]
    /// The text in front of the pipe, for people.
    var front = ""
  }

  init?(
    _ program: JQProgram, _ input: JSONValue, _ variables: [String: JSONValue], _ secrets: JQSecrets?,
    _ limits: JQLimits
  ) {
    text = Array(program.text.utf8)
    guard let root = try? Compiler.withRoom(for: text, { [text] () throws(JQCompileError) in try Parser.parse(text) })
    else { return nil }
    self.root = root
    self.limits = limits
    known = secrets?.known
    var scope = Scope(
      input: Known(value: input, secrets: secrets?.input ?? .none) { .copied(JQPath(segments: $0)) }, variables: [:])
    for name in program.variableNames {
      scope.variables[name] = Known(
        value: variables[name] ?? .null, secrets: secrets?.variables[name] ?? .none
      ) { .copied(JQPath(variable: name, segments: $0)) }
    }
    outermost = scope
  }
}

// Evaluating parts.
extension JQReasons {
  enum Outcome {
    case values([Known])
    case failed(String)

    var values: [Known] { if case .values(let values) = self { values } else { [] } }
    var single: Known? { values.count == 1 ? values[0] : nil }
  }

  /// The part as it is written.
  func text(of syntax: Syntax) -> String {
    if !syntax.range.isEmpty { return String(decoding: text[syntax.range], as: UTF8.self) }
    if case .index(_, let key) = syntax.kind, let name = key.plainText {
      return JQPath(segments: [.key(name)]).description
    }
    return "."
  }

  func outcome(of syntax: Syntax, in scope: Scope) -> Outcome { outcome(of: text(of: syntax), in: scope) }

  func outcome(of part: String, in scope: Scope) -> Outcome {
    guard let program = try? JQProgram(scope.definitions + part, variables: Array(scope.variables.keys)) else {
      return .failed("it cannot be evaluated by itself")
    }
    do throws(JQRuntimeError) {
      let traces = try program.traces(
        of: scope.input.value, variables: scope.variables.mapValues(\.value), hiding: secrets(in: scope),
        limits: limits)
      return .values(traces.map { known($0, in: scope) })
    } catch {
      return .failed(error.message)
    }
  }

  private func secrets(in scope: Scope) -> JQSecrets? {
    guard let known else { return nil }
    return JQSecrets(
      input: scope.input.secrets, variables: scope.variables.mapValues(\.secrets).filter { !$0.value.isEmpty },
      known: known)
  }

  private func known(_ trace: JQTrace, in scope: Scope) -> Known {
    Known(value: trace.value, secrets: trace.secretParts, names: trace.secretNames) { path in
      trace.origin(of: path).map { scope.source(of: $0) }
    }
  }

  /// The outcomes of a filter on each of many values, evaluated at once. One that fails beside others gives nothing.
  func outcomes(of syntax: Syntax, onEach values: [Known], in scope: Scope) -> [Outcome] {
    guard values.count > 1 else { return values.map { outcome(of: syntax, in: scope.on($0)) } }
    let part = scope.definitions + text(of: syntax)
    if let all = outcomes(of: part, onAll: values, in: scope)
      ?? outcomes(of: "try (\(part)) catch empty", onAll: values, in: scope)
    {
      return all
    }
    // They are too many for the limits of one evaluation.
    let half = values.count / 2
    return outcomes(of: syntax, onEach: Array(values[..<half]), in: scope)
      + outcomes(of: syntax, onEach: Array(values[half...]), in: scope)
  }

  /// - Returns: nil where one of them fails.
  private func outcomes(of part: String, onAll values: [Known], in scope: Scope) -> [Outcome]? {
    let all = Known(value: .array(values.map(\.value)), secrets: secrets(ofEach: values)) { path in
      guard case .index(let index)? = path.first, values.indices.contains(index) else { return .built }
      return values[index].source(Array(path.dropFirst()))
    }
    var outermost = scope.on(all)
    outermost.definitions = ""
    let many = outcome(of: "[.[] | [\(part)]]", in: outermost)
    guard let list = many.single, let rows = list.value.array, rows.count == values.count else { return nil }
    return rows.enumerated().map { row, outputs in
      .values(
        (outputs.array ?? []).enumerated().map { column, value in
          Known(value: value, secrets: list.secrets[.index(row)][.index(column)]) {
            list.source([.index(row), .index(column)] + $0)
          }
        })
    }
  }

  private func secrets(ofEach values: [Known]) -> SecretParts {
    var parts = SecretParts()
    for (index, value) in values.enumerated() where !value.secrets.isEmpty {
      parts.insert(value.secrets, at: ValuePath([.index(index)]))
    }
    return parts
  }

  /// The elements of a list, or the members of an object.
  func elements(of list: Known) -> [Known] {
    switch list.value {
    case .array(let elements):
      elements.enumerated().map { index, value in
        Known(value: value, secrets: list.secrets[.index(index)]) { list.source([.index(index)] + $0) }
      }
    case .object(let members):
      members.map { member in
        Known(value: member.value, secrets: list.secrets[.key(member.key)]) { list.source([.key(member.key)] + $0) }
      }
    case .null, .bool, .number, .string: []
    }
  }
}

extension JQReasons.Known {
  var isTrue: Bool { value != .null && value != .bool(false) }
}

extension JQReasons.Outcome {
  /// As a condition has it: its values are all true, and there are some.
  var isTrue: Bool { !values.isEmpty && values.allSatisfy(\.isTrue) }
}

extension JQReasons.Scope {
  /// The same for another input.
  func on(_ input: JQReasons.Known) -> Self {
    var copy = self
    copy.input = input
    return copy
  }

  /// The same behind a definition.
  func behind(_ definition: Definition, written text: String) -> Self {
    var copy = self
    copy.definitions += text + " "
    copy.functions["\(definition.name)/\(definition.parameters.count)"] = definition
    return copy
  }

  /// A source in the terms of the whole filter's input.
  func source(of source: JQTrace.Source) -> JQTrace.Source {
    switch source {
    case .built, .literal: return source
    case .copied(let path): return self.source(at: path)
    case .computed(let name, let paths):
      var places = PlaceSet()
      for path in paths { collect(path, into: &places, levels: Self.deepest) }
      return .computed(by: name, from: places.places)
    }
  }

  /// So deep is looked for the places of parts of what the filter put together.
  private static var deepest: Int { 3 }

  /// The places of a value, or of the parts of it where the filter put it together.
  private func collect(_ path: JQPath, into places: inout PlaceSet, levels: Int) {
    guard places.hasRoom() else { return }
    switch source(at: path) {
    case .copied(let place): places.insert(place)
    case .computed(_, let others): for place in others { places.insert(place) }
    case .literal: break
    case .built:
      guard levels > 0, let known = path.variable.map({ variables[$0] }) ?? input else { return }
      let exact = path.segments.prefix { $0 != .anyIndex }
      let rest = path.segments.dropFirst(exact.count + 1)
      for segment in known.value.parts(at: Array(exact)) {
        collect(JQPath(variable: path.variable, segments: exact + [segment] + rest), into: &places, levels: levels - 1)
      }
    }
  }

  private func source(at path: JQPath) -> JQTrace.Source {
    guard let known = path.variable.map({ variables[$0] }) ?? input else { return .copied(path) }
    let exact = path.segments.prefix { $0 != .anyIndex }
    let source = known.source(Array(exact)) ?? known.source([]) ?? .built
    guard exact.count < path.segments.count, case .copied(let place) = source else { return source }
    return .copied(JQPath(variable: place.variable, segments: place.segments + path.segments[exact.count...]))
  }
}

extension JQLimits {
  /// For what is taken apart after it was evaluated: nobody waits for more.
  package static let forReasons = JQLimits(
    steps: 5_000_000, outputs: 100_000, memory: 96 << 20, time: .milliseconds(500))
}
