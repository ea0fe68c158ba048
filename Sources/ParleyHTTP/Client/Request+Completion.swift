extension Request {
  /// Sees what became of the request before its caller does, and may put another result in its place; nil keeps it.
  public typealias Completion = @Sendable (CallResult) async -> CallResult?

  /// Lets a completion see the result first, and put another in its place.
  ///
  /// ```swift
  /// let user = Request.get("/user").completing { result in
  ///   guard let response = result.response, response.status == .notFound else { return nil }
  ///   return CallResult(response.accepted(as: User.nobody))
  /// }
  /// ```
  public func completing(_ completion: Completion?) -> Request {
    var copy = self
    copy.completion = completion
    return copy
  }
}

extension Response {
  /// The same response as a success, read as this model.
  package func accepted(as model: (any Sendable)? = nil) -> Response {
    var copy = self
    (copy.validationFailure, copy.error, copy.model) = (nil, nil, model ?? copy.model)
    return copy
  }
}

extension Call {
  /// The result after the request's own completion has seen it. The completion is not called for a cancelled call.
  func completed(_ result: Result<Response, RequestError>) async -> Result<Response, RequestError> {
    guard let completion = request.completion, !isOver else { return result }
    let instead = await unlessCancelled { await completion(CallResult(result)) }
    return instead.flatMap { $0?.asResult } ?? result
  }
}

extension CallResult {
  var asResult: Result<Response, RequestError> {
    if let response { return .success(response) }
    return .failure(error as? RequestError ?? .cancelled)
  }
}
