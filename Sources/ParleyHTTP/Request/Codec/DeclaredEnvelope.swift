import HTTPTypes

/// An envelope that is said instead of programmed: where in a response its parts stand, as dotted paths of keys, or of places
/// in a list (`errors.0.message`). For APIs that are known only when a program runs, such as those of a workspace's files.
///
/// ```swift
/// let shop = DeclaredEnvelope("shop", payload: "data", message: "error.message", pagination: .init(total: "meta.total"))
/// let response = try await client.send(.get("/items").opened(by: shop))
/// let opened = response.model as? DeclaredEnvelope.Opened
/// ```
///
/// As with every API family, a refusal is the API's own error then: `APIError<DeclaredEnvelope.Failure>` in `Response.error`.
package struct DeclaredEnvelope: Sendable, Hashable {
  /// The places in a response that say which part of a longer list it holds.
  package struct Pages: Sendable, Hashable {
    /// How many there are in all.
    package var total: String?
    /// The number of this page.
    package var page: String?
    /// How many a page has.
    package var per: String?
    /// How many pages there are.
    package var pages: String?

    /// Each a dotted path; nil where the API does not say it.
    package init(total: String? = nil, page: String? = nil, per: String? = nil, pages: String? = nil) {
      self.total = total
      self.page = page
      self.per = per
      self.pages = pages
    }
  }

  /// The API's name, for people.
  package var name: String
  /// Nil where the whole body is the payload.
  package var payload: String?
  /// The place of the API's message for people, in errors and other responses.
  package var message: String?
  /// The API's own code of an error.
  package var code: String?
  /// A place that is filled only in errors: such a response is an error whatever its status. `false`, null and empty
  /// values count as nothing.
  package var error: String?
  /// The places that say which page of a list it is.
  package var pagination: Pages

  /// Each but the name a dotted path; nil where the API has no such thing.
  package init(
    _ name: String, payload: String? = nil, message: String? = nil, code: String? = nil, error: String? = nil,
    pagination: Pages = Pages()
  ) {
    self.name = name
    self.payload = payload
    self.message = message
    self.code = code
    self.error = error
    self.pagination = pagination
  }
}

extension DeclaredEnvelope {
  /// A response that was opened.
  package struct Opened: Sendable {
    /// Nil for a response without a body, and where nothing stands.
    package var payload: JSONValue?
    /// The API's message for people.
    package var message: String?
    /// Which page of a list it is; nil where nothing says so.
    package var pagination: Pagination?
    /// The whole response, with status, headers and body.
    package var response: Response
  }

  /// The API's own error.
  package struct Failure: Sendable, Hashable {
    /// The API's own code, as text.
    package var code: String?
    /// The API's message for people.
    package var message: String?
    /// The whole body.
    package var body: JSONValue
  }
}

extension Request {
  /// Its response is opened by an envelope, which makes the API's own errors of refusals.
  package func opened(by envelope: DeclaredEnvelope) -> Request {
    var copy = self
    copy.family = envelope
    return copy
  }
}

// As the reading of a family.
extension DeclaredEnvelope: ResponseReading {
  func refusal(of response: Response) -> (any FamilyError)? {
    let body = try? response.json()
    let failure = body.map { self.failure(in: $0) }
    if let error = APIError(judging: response, failure: { failure }) { return error }
    guard let error, let stated = body?.value(at: error), stated.saysSomething else { return nil }
    return APIError.processingError(.init(response: response, failure: failure))
  }

  func model(of response: Response, document: () throws -> JSONValue) throws -> any Sendable {
    if response.body.count == 0 {
      guard response.status == .noContent else { throw APIError<Failure>.emptyResponse(response) }
      return Opened(payload: nil, message: nil, pagination: nil, response: response)
    }
    do {
      return opened(try document(), response)
    } catch {
      throw APIError<Failure>.wrongFormat(response, ReadingError(error, as: JSONValue.self, by: "envelope"))
    }
  }

  private func opened(_ document: JSONValue, _ response: Response) -> Opened {
    let payload = payload.map { document.value(at: $0) } ?? document
    return Opened(
      payload: payload?.isNull == true ? nil : payload, message: message.flatMap { document.value(at: $0)?.string },
      pagination: pages(in: document), response: response)
  }

  private func failure(in body: JSONValue) -> Failure {
    Failure(
      code: code.flatMap { body.value(at: $0) }.map { $0.string ?? "\($0)" },
      message: message.flatMap { body.value(at: $0)?.string }, body: body)
  }

  /// Nil where nothing of it is there.
  private func pages(in document: JSONValue) -> Pagination? {
    let number = { (path: String?) in path.flatMap { document.value(at: $0)?.int } }
    let found = Pagination(
      total: number(pagination.total), page: number(pagination.page), per: number(pagination.per),
      pages: number(pagination.pages))
    return found == Pagination() ? nil : found
  }
}

extension JSONValue {
  fileprivate func value(at path: String) -> JSONValue? {
    path.split(separator: ".").reduce(Optional(self)) { value, name in
      guard case .array? = value, let place = Int(name) else { return value?[String(name)] }
      return value?[place]
    }
  }

  fileprivate var saysSomething: Bool {
    switch self {
    case .null, .bool(false): false
    case .string(let text): !text.isEmpty
    case .array(let items): !items.isEmpty
    case .object(let members): !members.isEmpty
    case .bool, .number: true
    }
  }
}
