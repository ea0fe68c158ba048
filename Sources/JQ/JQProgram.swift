public import ParleyEngine

/// A compiled filter of the jq language.
///
///     let program = try JQProgram(".items | map(select(.price < $limit)) | length", variables: ["limit"])
///     try program.values(of: document, variables: ["limit": 50])  // [3]
///
/// It is compiled once and may run often, on several threads at once. A run is bounded (`JQLimits`) and sees nothing
/// but its input and its variables.
public struct JQProgram: @unchecked Sendable {  // nodes never change once compiled; each run has its own machine
  /// The text it was compiled from.
  public let text: String
  /// The parts of its input and its variables that the filter reads.
  public var usage: JQUsage { compiled.usage }
  private let compiled: Compiled
  private let variables: [String]
  /// The names of the variables that a run will have, without `$`.
  var variableNames: [String] { variables }
  private let source: [UInt8]

  /// Compiles `text`.
  /// - Parameters:
  ///   - text: the filter.
  ///   - variables: the names, without `$`, of the variables that a run will have.
  public init(_ text: String, variables: [String] = []) throws(JQCompileError) {
    self.text = text
    self.variables = variables
    source = Array(text.utf8)
    let source = source
    compiled = try Compiler.withRoom(for: source) { () throws(JQCompileError) in
      try Compiler.compile(source, variables: variables)
    }
  }

  /// All outputs for `input`.
  /// - Parameters:
  ///   - variables: the values of the variables; a missing one is `null`.
  ///   - limits: how far it may go.
  ///   - isCancelled: asked on this thread every few thousand steps; `true` ends the run.
  public func values(
    of input: JSONValue, variables: [String: JSONValue] = [:], limits: JQLimits = JQLimits(),
    isCancelled: @escaping () -> Bool = { false }
  ) throws(JQRuntimeError) -> [JSONValue] {
    var values: [JSONValue] = []
    try forEachValue(of: JQDocument(input), variables: variables, limits: limits, isCancelled: isCancelled) {
      values.append($0)
    }
    return values
  }

  /// Calls `body` with each output, as soon as it is there.
  public func forEachValue(
    of input: JQDocument, variables: [String: JSONValue] = [:], limits: JQLimits = JQLimits(),
    isCancelled: @escaping () -> Bool = { false }, _ body: (JSONValue) -> Void
  ) throws(JQRuntimeError) {
    try forEachValue(of: input, variables: variables, hiding: nil, limits: limits, isCancelled: isCancelled, body)
  }

  /// Does the same, and quotes no secret in an error.
  /// - Parameter secrets: the secrets in the input and the variables; nil if there are none.
  package func forEachValue(
    of input: JQDocument, variables: [String: JSONValue] = [:], hiding secrets: JQSecrets?,
    limits: JQLimits = JQLimits(), isCancelled: @escaping () -> Bool = { false }, _ body: (JSONValue) -> Void
  ) throws(JQRuntimeError) {
    let machine = Machine(limits: limits, isTracing: false, isCancelled: isCancelled)
    do throws(JQRuntimeError) {
      try run(input, variables, nil, machine) { value throws(Interrupt) in body(try machine.outgoing(value)) }
    } catch {
      throw located(error, input, variables, secrets, machine, isCancelled)
    }
  }

  /// An error with the place in the input, which only a traced run knows: a short run is repeated for it.
  private func located(
    _ error: JQRuntimeError, _ input: JQDocument, _ variables: [String: JSONValue], _ secrets: JQSecrets?,
    _ first: Machine, _ isCancelled: @escaping () -> Bool
  ) -> JQRuntimeError {
    guard error.reason == .failed else { return error }
    // Nobody knows what a text of its own was made of.
    let unlocated = secrets == nil ? error : error.isSentence ? error.withoutQuotes : error.hidden
    guard first.stepsTaken < JQProgram.fewSteps else { return unlocated }
    let machine = Machine(limits: first.limits, isTracing: true, hiding: secrets, isCancelled: isCancelled)
    do throws(JQRuntimeError) {
      try run(input, variables, secrets, machine) { _ in }
    } catch {
      if error.reason == .failed { return error }
    }
    return unlocated
  }

  /// A tenth of a second of work.
  private static let fewSteps = 1_000_000

  /// All outputs for `input`, each with where its parts came from.
  public func traces(
    of input: JSONValue, variables: [String: JSONValue] = [:], limits: JQLimits = JQLimits(),
    isCancelled: @escaping () -> Bool = { false }
  ) throws(JQRuntimeError) -> [JQTrace] {
    try traces(of: input, variables: variables, hiding: nil, limits: limits, isCancelled: isCancelled)
  }

  /// Returns the same, each with the secrets in it, and quotes no secret in an error.
  /// - Parameter secrets: the secrets in the input and the variables; nil if there are none.
  package func traces(
    of input: JSONValue, variables: [String: JSONValue] = [:], hiding secrets: JQSecrets?,
    limits: JQLimits = JQLimits(), isCancelled: @escaping () -> Bool = { false }
  ) throws(JQRuntimeError) -> [JQTrace] {
    let machine = Machine(limits: limits, isTracing: true, hiding: secrets, isCancelled: isCancelled)
    var traces: [JQTrace] = []
    try run(JQDocument(input), variables, secrets, machine) { value throws(Interrupt) in
      let json = try machine.outgoing(value)
      traces.append(
        JQTrace(root: value, value: json, secrets: try machine.secrets(in: value), drops: machine.drops, text: source))
    }
    return traces
  }

  private func run(
    _ input: JQDocument, _ values: [String: JSONValue], _ secrets: JQSecrets?, _ machine: Machine, _ emit: Emit
  ) throws(JQRuntimeError) {
    let frame = Frame(parent: nil, slots: compiled.slots)
    for (slot, name) in variables.enumerated() {
      guard let value = values[name] else { continue }
      let marks = SecretMarks.of(secrets?.variables[name] ?? .none)
      frame.slots[slot] = Value(
        json: value, origin: machine.isTracing ? Origin(.root(variable: name), marks: marks) : nil)
    }
    let marks = SecretMarks.of(secrets?.input ?? .none)
    let start = Value(input, origin: machine.isTracing ? Origin(.root(variable: nil), marks: marks) : nil)
    var outputs = 0
    do throws(Interrupt) {
      try compiled.node.run(start, frame, machine) { value throws(Interrupt) in
        outputs += 1
        if outputs > machine.limits.outputs { throw .stopped(.outputs(machine.limits.outputs)) }
        try emit(value)
      }
    } catch {
      throw runtimeError(error, machine)
    }
  }

  private func runtimeError(_ interrupt: Interrupt, _ machine: Machine) -> JQRuntimeError {
    switch interrupt {
    case .failure(let failure):
      let place = failure.place.map { SourcePlace($0, in: source) }
      let error = JQRuntimeError(
        reason: .failed, message: failure.sentence, value: try? machine.outgoing(failure.value), line: place?.line,
        column: place?.column, path: failure.origin?.places.first?.path, isSentence: failure.isSentence)
      guard machine.quotesSecret(failure) else { return error }
      return failure.isSentence ? error.withoutQuotes : error.hidden
    case .stopped(let reason):
      return JQRuntimeError(reason: reason, message: reason.message, value: nil, line: nil, column: nil, path: nil)
    case .leave:
      return JQRuntimeError(
        reason: .failed, message: "break", value: nil, line: nil, column: nil, path: nil)
    }
  }
}

extension JQRuntimeError {
  /// With a mask for its text.
  fileprivate var hidden: JQRuntimeError { with(Secrets.mask) }

  /// With a mask for what is quoted: in parentheses, or between quotes of either kind.
  fileprivate var withoutQuotes: JQRuntimeError {
    guard let first = message.firstIndex(where: { "(\"'".contains($0) }) else { return self }
    let last = message.lastIndex { ")\"'".contains($0) } ?? first
    let rest = first < last ? message[last...].dropFirst() : ""
    return with(message[..<first] + "(\(Secrets.mask))" + rest)
  }

  private func with(_ message: String) -> JQRuntimeError {
    JQRuntimeError(
      reason: reason, message: message, value: nil, line: line, column: column, path: path, isSentence: isSentence)
  }
}

extension Failure {
  /// The message for people: a text as it is, anything else as JSON.
  var sentence: String {
    if case .string(let text) = value.payload { return text }
    return value.excerpt(200) + " (not a string)"
  }
}

extension Machine {
  /// Deeper values would not fit the stack of whoever gets them.
  private static let deepestOutput = 512

  func outgoing(_ value: Value) throws(Interrupt) -> JSONValue {
    if value.depth > Machine.deepestOutput { throw .stopped(.nesting(Machine.deepestOutput)) }
    return try withRoom(for: value.depth) { () throws(Interrupt) in try value.json(self) }
  }
}

extension Compiler {
  /// So short a text is nested little enough for any thread.
  private static let short = 256

  static func withRoom<Result>(for text: [UInt8], _ body: () throws(JQCompileError) -> Result) throws(JQCompileError)
    -> Result
  {
    guard text.count > short else { return try body() }
    var outcome: Swift.Result<Result, JQCompileError>?
    let ran = LargeStackThread.run(bytes: 32 << 20) {
      outcome = Swift.Result { () throws(JQCompileError) in try body() }
    } whileWaiting: {
    }
    guard ran, let outcome else { return try body() }
    return try outcome.get()
  }
}
