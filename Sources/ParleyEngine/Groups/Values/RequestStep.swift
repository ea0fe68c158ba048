/// A node that sends a request.
package struct RequestStep: Sendable {
  /// Makes the request from what is there when its turn has come.
  package let make: @Sendable (NodeInput) async throws -> Request
  /// Reads the value that later nodes get from its response; nil reads the model or the payload it was read as,
  /// otherwise its body.
  package let read: (@Sendable (Response) throws -> JSONValue)?
  /// The request, where that is the same whatever there is.
  let known: Request?

  /// - Parameters:
  ///   - make: makes the request when its turn has come.
  ///   - read: reads the value that later nodes get from its response.
  package init(
    _ make: @escaping @Sendable (NodeInput) async throws -> Request,
    reading read: (@Sendable (Response) throws -> JSONValue)? = nil
  ) {
    (self.make, self.read, known) = (make, read, nil)
  }

  init(of request: Request) {
    (make, read, known) = ({ _ in request }, nil, request)
  }

  func making(_ make: @escaping @Sendable (NodeInput) async throws -> Request) -> RequestStep {
    RequestStep(make, reading: read)
  }
}

extension RequestStep {
  /// Gives later nodes what stands at a path of a response's body: of JSON what it says, other text as a string.
  package static func reading(at root: ValuePath) -> @Sendable (Response) throws -> JSONValue {
    { response in try root.resolve(in: response.bodyValue() ?? .null) }
  }
}
