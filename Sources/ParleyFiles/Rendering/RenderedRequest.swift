package import ParleyEngine

/// A request with everything filled in, ready to be sent, and where each part of it comes from.
package struct RenderedRequest: Sendable {
  /// A row that is sent.
  package struct Row: Sendable, Equatable {
    package let name: String
    package let value: RenderedText
    package let origin: ValueOrigin
  }

  package enum Body: Sendable, Equatable {
    case json(RenderedText)
    case text(RenderedText)
    case form([Row])
    case multipart([BodyPart])
    case file(BodyFile)
    case graphql(GraphQL)
  }

  /// A part of a `multipart` body.
  package struct BodyPart: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
      case text(RenderedText)
      /// Its whole path.
      case file(String)
    }

    package let name: String
    package let content: Content
    package let type: String?
    package let fileName: String?
  }

  /// A file that is the whole body.
  package struct BodyFile: Sendable, Equatable {
    /// Whole.
    package let path: String
    package let type: String?
    let sendsMD5: Bool
  }

  package struct GraphQL: Sendable, Equatable {
    package let query: RenderedText
    /// A JSON object.
    package let variables: RenderedText?
    package let operation: String?
  }

  /// One part of the request and where it comes from, as the composer explains it.
  package struct Part: Sendable, Equatable {
    /// As in `url`, `header Accept` or `auth password`.
    package let name: String
    /// Secrets masked.
    package let value: String
    package let origin: ValueOrigin
    package let fills: [RenderedText.Fill]
  }

  /// The request for the engine. Its endpoint is a whole URL; its secrets are those that were filled in.
  package var request: Request
  /// The name of the environment whose values were filled in.
  package let environment: String?
  package let url: RenderedText
  let path: [Row]
  package let query: [Row]
  package let headers: [Row]
  /// Its texts filled in, its paths whole.
  let auth: AuthDefinition
  package let body: Body?
  /// The steps on the WebSocket that it opens.
  package let messages: [RenderedMessage]
  /// Its texts filled in, its paths whole.
  @CopyOnWrite var options: OptionsDefinition
  let expectedHeaders: [Row]
  let cacheGroup: String?
  /// Everything that was filled in, in the order of the message, with its origin and the sources of its values.
  package let parts: [Part]
  @CopyOnWrite package internal(set) var effective: EffectiveRequest
  /// The questions whose answers were filled in, as far as answers may be kept.
  package var askedQuestions: [String] = []

  /// A secret was filled in somewhere.
  package var isSecret: Bool { !request.secrets.isEmpty }
}

extension RenderedRequest.GraphQL {
  /// The JSON that is sent, with variables as they are written.
  var json: String {
    let quoted = { (text: String) in JSONPrinter.compact.string(of: .string(text)) }
    let members =
      ["\"query\":\(quoted(query.text))"] + (variables.map { ["\"variables\":\($0.text)"] } ?? [])
      + (operation.map { ["\"operationName\":\(quoted($0))"] } ?? [])
    return "{\(members.joined(separator: ","))}"
  }
}
