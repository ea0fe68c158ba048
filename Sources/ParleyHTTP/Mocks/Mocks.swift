public import HTTPTypes

/// Responses that a client makes itself instead of asking a server.
///
/// Off until it is turned on. Then a request that a mock answers does not go onto the wire; all others do. A mock's
/// response goes the same way as any other: codec, validation, events, cache, history.
///
/// ```swift
/// client.configuration.mocks = Mocks(
///   Mock(.post, "/user/login") { _ in .data(Array(#"{"token":"t"}"#.utf8)) })
/// client.configuration.mocks.isOn = true
/// ```
public struct Mocks: Sendable {
  /// The one switch of the mock environment.
  public var isOn = false
  /// Asked in their order; the first that does not pass answers.
  public var mocks: [Mock]

  /// Asked in this order, once they are turned on.
  public init(_ mocks: Mock..., isOn: Bool = false) {
    self.init(mocks, isOn: isOn)
  }

  /// Asked in this order, once they are turned on.
  public init(_ mocks: [Mock], isOn: Bool = false) {
    self.mocks = mocks
    self.isOn = isOn
  }

  var areUsed: Bool { isOn && !mocks.isEmpty }

  func answer(to request: MockRequest) async -> MockDecision {
    for mock in mocks {
      let answer = await mock.answer(request)
      if case .pass = answer { continue }
      return answer
    }
    return .pass
  }
}

/// A mock's decision about a request.
public enum MockDecision: Sendable {
  /// It is not for this mock.
  case pass
  /// This is the response.
  case reply(MockReply)
  /// There is nothing: a 404 that is a failure, whatever the validators say.
  case nothing
}

/// Replies to certain requests.
public struct Mock: Sendable {
  /// Decides for a request. It may take its time; a request that is cancelled meanwhile waits no longer.
  public let answer: @Sendable (MockRequest) async -> MockDecision

  /// A mock that decides for itself which requests it answers.
  public init(answer: @escaping @Sendable (MockRequest) async -> MockDecision) {
    self.answer = answer
  }

  /// A mock for one method of an endpoint of a server, whatever the model.
  ///
  /// - Parameters:
  ///   - endpoint: as the request or its route names it, or with places that any segment fills: `/cart/:id/pay`.
  ///   - server: the key of the server, or its address; nil is the client's default server.
  ///   - handler: the response; nil is a 404, and a failure.
  public init(
    _ method: HTTPRequest.Method, _ endpoint: String, server: String? = nil,
    handler: @escaping @Sendable (MockRequest) async -> MockReply?
  ) {
    let pattern = MockPath(endpoint)
    answer = { request in
      guard request.method == method.rawValue, server.map(request.isOn) ?? request.isOnDefaultServer else {
        return .pass
      }
      var request = request
      if request.template != endpoint {
        guard let values = pattern.values(in: request.path) else { return .pass }
        request.pathValues = values
      }
      return await handler(request).map(MockDecision.reply) ?? .nothing
    }
  }
}
