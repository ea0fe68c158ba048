/// What would be sent for a request, stage by stage, and why: the result of `Client.explain(_:)`. No secret is in it.
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

  /// Who said so.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// The part of the program that has the last word; ``standard`` is what holds when nobody says anything.
    case request, model, route, client, codec, body, authorization, standard
  }

  /// One thing that is known of the request.
  public struct Line: Sendable, Hashable {
    /// What it is about: a header's name, an option.
    public let name: String
    /// Masked.
    public let value: String
    /// Who said so.
    public let origin: Origin
  }

  /// What a stage adds to the request.
  public struct Part: Sendable, Hashable {
    /// Which stage it is.
    public let stage: Stage
    /// What is known there, in the order in which it counts.
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
  /// A request as the transport would be handed it, short of its authorization and of the client's hook. Nothing is sent.
  ///
  /// Its secrets stand in it: `Request.secrets` masks what is shown of it.
  /// - Throws: why it cannot be sent as it stands.
  public func preview(_ request: Request) throws(InvalidRequest) -> SentRequest {
    do throws(InvalidRequest) {
      return try PreparedRequest(request, id: ExchangeID(), in: configuration).asSent
    } catch {
      throw error.masked(by: request.secrets)
    }
  }

  /// What would be sent for a request and why. Nothing is sent, no token asked for, no hook called.
  /// - Throws: why it cannot be sent as it stands.
  public func explain(_ request: Request) throws(InvalidRequest) -> Explanation {
    do throws(InvalidRequest) {
      return try Explaining(request, in: configuration).explanation
    } catch {
      throw error.masked(by: request.secrets)
    }
  }
}
