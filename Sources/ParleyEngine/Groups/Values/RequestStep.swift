/// A node that sends a request.
public struct RequestStep: Sendable {
  /// Makes the request from what is there when its turn has come.
  public var make: @Sendable (NodeInput) async throws -> Request
  /// What later nodes get of its answer; nil is the model or the payload it was read as, otherwise its body.
  public var read: (@Sendable (Response) throws -> JSONValue)?

  /// - Parameters:
  ///   - make: makes the request when its turn has come.
  ///   - read: what later nodes get of its answer.
  public init(
    _ make: @escaping @Sendable (NodeInput) async throws -> Request,
    reading read: (@Sendable (Response) throws -> JSONValue)? = nil
  ) {
    self.make = make
    self.read = read
  }

  func making(_ make: @escaping @Sendable (NodeInput) async throws -> Request) -> RequestStep {
    RequestStep(make, reading: read)
  }
}
