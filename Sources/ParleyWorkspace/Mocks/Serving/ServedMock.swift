package import ParleyEngine
internal import ParleyFiles

/// A request that came to the mock server, and what it got: a line of its log. Secrets are masked in it.
package struct ServedMock: Sendable {
  package enum Answer: Sendable {
    /// A mock's reply.
    case mock(match: String, place: String)
    /// The real server's response.
    case upstream(url: String, Recording?)
    /// No mock is for it.
    case nothing([NearMock])
    /// The question of a browser whether a page may ask.
    case preflight
    /// It could not be read, or not be answered.
    case failed(String)
  }

  package enum Recording: Sendable {
    /// The file of mocks.
    case written(String)
    case known
    /// It was not recorded, for this reason.
    case left(String)
  }

  package let time: Timestamp
  package let method: String
  /// Path and query.
  package let target: String
  /// Nil where no response was sent.
  package let status: Int?
  package let duration: Duration
  package let answer: Answer
  /// The request and the response as they were on the wire, a line each, masked and cut; made when somebody asks.
  package var wire: @Sendable () -> [String] = { [] }
}

/// A mock that is nearly for a request, and what keeps it from being so.
package struct NearMock: Sendable, Equatable {
  /// As in `GET /pets/:id`.
  package let match: String
  /// As in `mocks/pets.yaml:3`.
  package let place: String
  package let reason: String
}

extension WorkspaceMock {
  /// The place of the mock in its file: `mocks/pets.yaml:3`.
  package var place: String { definition.match.place?.description ?? file }
  /// As in `GET /pets/:id`.
  package var match: String { "\(definition.match.value.method) \(definition.match.value.path)" }
}
