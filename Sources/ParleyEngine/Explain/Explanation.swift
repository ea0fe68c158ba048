/// The request that would be sent, stage by stage, and why: the result of `Client.explain(_:)`. No secret is in it.
///
/// ```swift
/// let explanation = try client.explain(.route("hello").path(["$0": "gandalf"]))
/// explanation[.url]?["url"]?.value           // "https://api.example.com/hello/gandalf"
/// explanation[.headers]?["Accept"]?.origin   // .codec
/// ```
public struct Explanation: Sendable, Hashable {
  /// In the order in which a request passes them.
  public enum Stage: String, Sendable, Hashable, CaseIterable {
    /// Named after what a request passes: see `docs/architecture.md`.
    case route, url, headers, body, cache, duplicates, authorization, hooks, options, retry, reading, validation
  }

  /// The part of the program that a value comes from.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// The part that has the last word; ``standard`` is the built-in default.
    case request, model, route, client, codec, body, authorization, standard
  }

  /// One known fact about the request.
  public struct Line: Sendable, Hashable {
    /// The fact's subject: a header's name, an option.
    public let name: String
    /// Masked.
    public let value: String
    /// The part of the program that the value comes from.
    public let origin: Origin
  }

  /// A stage's contribution to the request.
  public struct Part: Sendable, Hashable {
    /// The stage.
    public let stage: Stage
    /// The known facts, in the order in which they count.
    public let lines: [Line]

    /// The first line of this name, in any casing.
    public subscript(name: String) -> Line? {
      lines.first { $0.name.lowercased() == name.lowercased() }
    }
  }

  /// Those stages that have something to say.
  public let parts: [Part]

  /// The part of that stage; nil when it has nothing to say.
  public subscript(stage: Stage) -> Part? {
    parts.first { $0.stage == stage }
  }
}

extension Client {
  /// A request as the transport would get it, without its authorization and of the client's hook. Nothing is sent.
  ///
  /// It contains its secrets: mask it by `Request.secrets` before it is shown.
  /// - Throws: the reason it cannot be sent as it stands.
  public func preview(_ request: Request) throws(InvalidRequest) -> SentRequest {
    do throws(InvalidRequest) {
      return try PreparedRequest(request, id: ExchangeID(), in: configuration).asSent
    } catch {
      throw error.masked(by: request.secrets)
    }
  }

  /// Explains the request that would be sent. Nothing is sent, no token requested, no hook called.
  /// - Throws: the reason it cannot be sent as it stands.
  public func explain(_ request: Request) throws(InvalidRequest) -> Explanation {
    do throws(InvalidRequest) {
      return try Explaining(request, in: configuration).explanation
    } catch {
      throw error.masked(by: request.secrets)
    }
  }
}
