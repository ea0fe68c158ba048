public import ParleyEngine

/// A request with everything filled in, ready to be sent, and where each part of it comes from.
public struct RenderedRequest: Sendable {
  /// A row that is sent.
  public struct Row: Sendable, Equatable {
    public let name: String
    public let value: RenderedText
    public let origin: ValueOrigin
  }

  public enum Body: Sendable, Equatable {
    case json(RenderedText)
    case text(RenderedText)
    case form([Row])
    case multipart([BodyPart])
    case file(BodyFile)
    case graphql(GraphQL)
  }

  /// A part of a `multipart` body.
  public struct BodyPart: Sendable, Equatable {
    public enum Content: Sendable, Equatable {
      case text(RenderedText)
      /// Its whole path.
      case file(String)
    }

    public let name: String
    public let content: Content
    public let type: String?
    public let fileName: String?
  }

  /// A file that is the whole body.
  public struct BodyFile: Sendable, Equatable {
    /// Whole.
    public let path: String
    public let type: String?
    public let sendsMD5: Bool
  }

  public struct GraphQL: Sendable, Equatable {
    public let query: RenderedText
    /// A JSON object.
    public let variables: RenderedText?
    public let operation: String?
  }

  /// One part of the request and where it comes from, as the composer explains it.
  public struct Part: Sendable, Equatable {
    /// As in `url`, `header Accept` or `auth password`.
    public let name: String
    /// Secrets masked.
    public let value: String
    public let origin: ValueOrigin
    public let fills: [RenderedText.Fill]
  }

  /// What the engine sends. Its endpoint is a whole URL; its secrets are those that were filled in.
  public let request: Request
  /// The name of the environment whose values were filled in.
  public let environment: String?
  public let url: RenderedText
  public let query: [Row]
  public let headers: [Row]
  public let body: Body?
  /// Everything that was filled in, in the order of the message, with its origin and the sources of its values.
  public let parts: [Part]
  public let effective: EffectiveRequest

  /// What is probably not meant, in a sentence each: a `null` that is sent as the word.
  public var warnings: [String] {
    parts.flatMap { part in
      part.fills.filter(\.isNull).map { "{{\($0.template)}} is null, and \(part.name) is sent with the word null." }
    }
  }

  /// A secret was filled in somewhere.
  public var isSecret: Bool { !request.secrets.isEmpty }
}

extension RenderedRequest.GraphQL {
  /// What is sent: variables as they are written.
  var json: String {
    let quoted = { (text: String) in JSONPrinter.compact.string(of: .string(text)) }
    let members =
      ["\"query\":\(quoted(query.text))"] + (variables.map { ["\"variables\":\($0.text)"] } ?? [])
      + (operation.map { ["\"operationName\":\(quoted($0))"] } ?? [])
    return "{\(members.joined(separator: ","))}"
  }
}
