import HTTPTypes

// codec → mapping → envelope
extension PreparedRequest {
  /// Judges a response: the client's headers, then the request's validators, then its family.
  func validated(_ received: Response, in configuration: ClientConfiguration) -> Response {
    var response = received
    // That one looks at nothing, so that nobody has to gather what it would look at.
    if type(of: codec) != AutomaticCodec.self { codec.look(at: response, in: context(of: response)) }
    if let accepts = configuration.acceptsHeaders, !accepts(response.headers) {
      response.validationFailure = .headers
    } else if forTransport.webSocket != nil, response.validationFailure != nil {
      // Why there is no WebSocket says more than its status.
    } else if let failure = request.validators.firstFailure(of: response) {
      response.validationFailure = failure
    }
    if wantsModel, let refusal = request.family?.refusal(of: response) { response.error = refusal }
    if lacksSuccess(response) { response.error = StatusError(response, wanted: request.wanted) }
    return response
  }

  private func lacksSuccess(_ response: Response) -> Bool {
    guard request.needsSuccess, response.error == nil, response.status.kind != .successful else { return false }
    return request.family == nil && request.asyncValidator == nil && !request.validators.contains(where: \.judgesStatus)
  }

  /// The codec's context while a response is read.
  func context(of response: Response) -> CodecContext {
    var context = CodecContext(
      server: serverAddress, endpoint: endpoint, route: request.route?.route, method: request.method,
      contentType: response.contentType(of: codec), model: request.model, wanted: request.wanted)
    context.coding = codec.coding
    return context
  }

  /// Reads an accepted response as far as the request says what it wants; otherwise its body stays to be read at need.
  func read(_ response: Response) -> Response {
    guard wantsModel, response.isAccepted, response.hasContent || request.family != nil else { return response }
    var result = response
    do {
      result.model = try model(of: response)
    } catch let error as any FamilyError {
      result.error = error
    } catch {
      result.error = ReadingError(error, as: request.wanted, by: request.mapping == nil ? "codec" : "mapping")
    }
    return result
  }

  private func model(of response: Response) throws -> any Sendable {
    let context = context(of: response)
    if let family = request.family {
      return try family.model(of: response) { try document(of: response, in: context) }
    }
    guard let mapping = request.mapping else { return try codec.model(of: response.bytes(of: codec), in: context) }
    return try mapping.decode(try response.content().json(), in: context)
  }

  /// The document for an envelope to open.
  private func document(of response: Response, in context: CodecContext) throws -> JSONValue {
    let document = try response.content().json()
    guard let mapping = request.mapping else { return document }
    guard let mapped = try mapping.decode(document, in: context) as? JSONValue else {
      throw ReadingError.refused(by: "mapping", reason: "an envelope is opened from a document, not from a model")
    }
    return mapped
  }
}

extension Response {
  /// Whether there is something to read.
  fileprivate var hasContent: Bool {
    status != .noContent && status != .notModified && body.count > 0
  }
}
