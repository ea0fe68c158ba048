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
  }

  /// What the engine sends. Its endpoint is a whole URL; its secrets are those that were filled in.
  public let request: Request
  /// The name of the environment whose values were filled in.
  public let environment: String?
  public let url: RenderedText
  public let query: [Row]
  public let headers: [Row]
  public let body: Body?
  public let effective: EffectiveRequest

  /// A secret was filled in somewhere.
  public var isSecret: Bool { !request.secrets.isEmpty }
}

extension RenderedRequest {
  /// One part of the request and where it comes from, as the composer explains it.
  public struct Part: Sendable, Equatable {
    /// As in `url` or `header Accept`.
    public let name: String
    /// Secrets masked.
    public let value: String
    public let origin: ValueOrigin
    public let fills: [RenderedText.Fill]
  }

  /// Everything that is sent, in the order of the message, with its origin and the sources of its values.
  public var parts: [Part] {
    [Part(name: "url", value: url.masked, origin: effective.server?.origin ?? .request, fills: url.fills)]
      + query.map { $0.part(of: "query") }
      + headers.map { $0.part(of: "header") }
      + bodyParts
  }

  private var bodyParts: [Part] {
    switch body {
    case .json(let text), .text(let text):
      [Part(name: "body", value: text.masked, origin: .request, fills: text.fills)]
    case .form(let rows): rows.map { $0.part(of: "form") }
    case nil: []
    }
  }
}

extension RenderedRequest.Row {
  fileprivate func part(of kind: String) -> RenderedRequest.Part {
    .init(name: "\(kind) \(name)", value: value.masked, origin: origin, fills: value.fills)
  }
}
