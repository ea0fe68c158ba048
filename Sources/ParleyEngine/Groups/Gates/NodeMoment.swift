/// A node at a gate: what it is, what it works on, and what it is about to send.
public struct NodeMoment: Sendable {
  /// The node itself.
  public let node: Node
  /// What it finds when its turn has come.
  public let input: NodeInput
  /// Counts from 1.
  public let attempt: Int
  /// How many of the attempts before have failed.
  public let failures: Int
  /// Whether its request was given in place of its own.
  let isGiven: Bool
  /// Nil where nobody but the node itself asks for the request.
  private let draft: RequestDraft?

  /// Where it stands in its run.
  public var path: NodePath { input.path }
  /// What it is called.
  public var name: String { node.name }

  /// The request it will send; nil for a node that sends none. Made once: what is seen here is what goes out.
  /// - Throws: why it cannot be made; the node will fail with it.
  public func request() async throws -> Request? {
    guard let draft else { return try await made(from: input) }
    return try await draft.request()
  }

  /// The request it would send for another input. Nothing comes of it.
  public func request(for input: JSONValue?) async throws -> Request? {
    try await made(from: self.input.replacing(input))
  }

  private func made(from input: NodeInput) async throws -> Request? {
    guard case .request(let step) = node.kind else { return nil }
    return try await step.make(input)
  }

  init(_ node: Node, _ input: NodeInput, attempt: Int = 1, failures: Int = 0, request: Request? = nil) {
    self.node = node
    self.input = input
    self.attempt = attempt
    self.failures = failures
    isGiven = request != nil
    if case .request(let step) = node.kind {
      draft = request.map(RequestDraft.init) ?? RequestDraft { try await step.make(input) }
    } else {
      draft = nil
    }
  }

  /// A node whose turn has come at no gate.
  init(unasked node: Node, _ input: NodeInput) {
    self.node = node
    self.input = input
    (attempt, failures, isGiven, draft) = (1, 0, false, nil)
  }
}

/// A request that is made when somebody first wants it, and then stays as it is.
final class RequestDraft: Sendable {
  private struct State {
    var made: Result<Request, any Error>?
  }

  private let turn = AsyncTurn()
  private let state: Lock<State>
  private let make: @Sendable () async throws -> Request

  init(_ make: @escaping @Sendable () async throws -> Request) {
    self.make = make
    state = Lock(State())
  }

  init(_ request: Request) {
    make = { request }
    state = Lock(State(made: .success(request)))
  }

  func request() async throws -> Request {
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
