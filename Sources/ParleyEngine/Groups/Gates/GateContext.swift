/// A node at a gate: what it is, what it works on, and what it is about to send.
public struct GateContext: Sendable {
  /// The node itself.
  public let node: Node
  /// The node's input at its turn.
  public let input: NodeInput
  /// Counts from 1.
  public let attempt: Int
  /// How many of the attempts before have failed.
  public let failures: Int
  /// Whether it is about to make the list that it runs for each element of, and not about to run for one of them.
  public let isList: Bool
  /// Whether its request was given in place of its own.
  let isGiven: Bool
  /// Behind a reference: many contexts are held at once, and few have one.
  private var outcome: Outcome?
  /// Nil where nobody but the node itself asks for the request.
  private let draft: ComputedOnce<Request>?
  private let list: ComputedOnce<[JSONValue]>?

  /// The node's place in its run.
  public var path: NodePath { input.path }
  /// The node's name.
  public var name: String { node.name }
  /// The node's result; nil before it has run.
  public var result: NodeResult? { outcome?.result }

  private final class Outcome: Sendable {
    let result: NodeResult

    init(_ result: NodeResult) { self.result = result }
  }

  /// The same once it has run.
  func having(_ result: NodeResult) -> GateContext {
    var copy = self
    copy.outcome = Outcome(result)
    return copy
  }

  /// The request it will send; nil for a node that sends none. Made once: what is seen here is what is sent.
  /// - Throws: the error that kept it from being made; the node will fail with it.
  public func request() async throws -> Request? {
    guard let draft else { return try await made(from: input) }
    return try await draft.made()
  }

  /// The request of a node about which no gate is asked, where that is known from the beginning.
  var knownRequest: Request? {
    guard draft == nil, !isList, case .request(let step) = node.kind else { return nil }
    return step.known
  }

  /// The request it would send for another input. Nothing comes of it.
  public func request(for input: JSONValue?) async throws -> Request? {
    try await made(from: self.input.unobserved.replacing(input))
  }

  /// The elements that it will run for, of a node that is about to make its list; else nil. Made once.
  /// - Throws: the error that kept the list from being made; the node will fail with it.
  public func elements() async throws -> [JSONValue]? {
    try await list?.made()
  }

  /// The elements it would run for with another input. Nothing comes of it.
  public func elements(for input: JSONValue?) async throws -> [JSONValue]? {
    isList ? try await node.list(from: self.input.unobserved.replacing(input)) : nil
  }

  nonisolated(nonsending) private func made(from input: NodeInput) async throws -> Request? {
    guard !isList, case .request(let step) = node.kind else { return nil }
    return try await step.make(input)
  }

  init(_ node: Node, _ input: NodeInput, attempt: Int = 1, failures: Int = 0, request: Request? = nil) {
    self.node = node
    self.input = input
    self.attempt = attempt
    self.failures = failures
    isGiven = request != nil
    (isList, list) = (false, nil)
    if case .request(let step) = node.kind {
      draft = request.map(ComputedOnce.init) ?? ComputedOnce { try await step.make(input) }
    } else {
      draft = nil
    }
  }

  /// A node that runs for each element of a list, before it has made that.
  /// - Parameter elements: in place of those it would make.
  init(listOf node: Node, _ input: NodeInput, elements: [JSONValue]? = nil) {
    self.node = node
    self.input = input
    (attempt, failures, isGiven, isList, draft) = (1, 0, false, true, nil)
    list = elements.map(ComputedOnce.init) ?? ComputedOnce { try await node.list(from: input) }
  }

  /// A node whose turn has come at no gate.
  init(unasked node: Node, _ input: NodeInput) {
    self.node = node
    self.input = input
    (attempt, failures, isGiven, isList, draft, list) = (1, 0, false, false, nil, nil)
  }
}

extension Node {
  fileprivate func list(from input: NodeInput) async throws -> [JSONValue] {
    guard let list = try await elements?(input) else { return [] }
    guard let elements = list.array else { throw GroupError.notAList(found: list.kind) }
    return elements
  }
}

/// A value that is made when somebody first wants it, and then stays as it is.
final class ComputedOnce<Value: Sendable>: Sendable {
  private struct State {
    var made: Result<Value, any Error>?
  }

  private let turn = AsyncTurn()
  private let state: Lock<State>
  private let make: @Sendable () async throws -> Value

  init(_ make: @escaping @Sendable () async throws -> Value) {
    self.make = make
    state = Lock(State())
  }

  init(_ value: Value) {
    make = { value }
    state = Lock(State(made: .success(value)))
  }

  func made() async throws -> Value {
    if let made = state.withLock({ $0.made }) { return try made.get() }
    return try await turn {
      if let made = state.withLock({ $0.made }) { return try made.get() }
      let made = await Result(catching: make)
      state.withLock { $0.made = made }
      return try made.get()
    }
  }
}

extension Result where Failure == any Error {
  fileprivate init(catching body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
