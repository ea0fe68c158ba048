import HTTPTypes

/// The way an API family reads its responses; it travels with the request.
protocol ResponseReading: Sendable {
  /// The error that a response is; nil when it is accepted.
  func refusal(of response: Response) -> (any FamilyError)?
  /// Opens an accepted response.
  /// - Throws: a `FamilyError`.
  func model(of response: Response, document: () throws -> JSONValue) throws -> any Sendable
}

/// The reading of one family for one payload.
struct FamilyReading<Payload: Decodable & Sendable, Wrapping: Envelope, Failure: Decodable & Sendable>: ResponseReading
{
  func refusal(of response: Response) -> (any FamilyError)? {
    APIError<Failure>(judging: response)
  }

  func model(of response: Response, document: () throws -> JSONValue) throws -> any Sendable {
    typealias Opened = Enveloped<Payload, Wrapping>
    if response.body.count == 0 {
      guard response.status == .noContent else { throw APIError<Failure>.emptyResponse(response) }
      return Opened.empty(response)
    }
    do {
      return try Opened(try document(), by: response.codec, response: response)
    } catch {
      throw APIError<Failure>.wrongFormat(response, ReadingError(error, as: Payload.self, by: "envelope"))
    }
  }
}
