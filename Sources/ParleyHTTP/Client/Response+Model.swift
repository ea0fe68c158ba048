extension Response {
  /// The model as it was read when the response arrived (`Request.expecting`), or read now.
  /// - Throws: the error of a response that is not accepted; a `ReadingError` when the body does not fit the model.
  public func model<Model: Decodable & Sendable>(as type: Model.Type = Model.self) throws -> Model {
    if let error { throw error }
    if let model = model as? Model { return model }
    do {
      return try content().decode(type, as: codec.coding)
    } catch {
      throw ReadingError(error, as: type, by: "codec")
    }
  }
}

extension Client {
  /// Sends a request and reads its response as a model.
  ///
  /// ```swift
  /// let items = try await client.send(.get("/items"), as: [Item].self)
  /// ```
  /// - Throws: `RequestError` when there is no response; `StatusError` when its status is outside 2xx, unless the request has a
  ///   validator that judges it, or belongs to an API family; what is wrong with it when it was refused; a `ReadingError` when
  ///   it is no such model.
  public func send<Model: Decodable & Sendable>(_ request: Request, as type: Model.Type) async throws -> Model {
    var request = request.expecting(type)
    request.needsSuccess = true
    return try await send(request).model(as: type)
  }
}
