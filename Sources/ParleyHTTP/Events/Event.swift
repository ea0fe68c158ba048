/// Something the engine did, told to everyone who listens. Never holds a secret: what is masked here is masked for good.
///
/// ```swift
/// if case .loadRemote(let request, let answer) = event.kind {
///   print(request.method, request.url, answer.status)
/// }
/// ```
public struct Event: Sendable, Hashable, Codable {
  /// Counts from 1 within one client; what a listener missed shows as a gap.
  public var sequence: UInt64
  /// The time of the event, in UTC.
  public var time: Timestamp
  /// The kind of event, with its request or key.
  public var kind: Kind

  /// An event, for logs that read back what they kept, and for tests.
  package init(sequence: UInt64, time: Timestamp, kind: Kind) {
    self.sequence = sequence
    self.time = time
    self.kind = kind
  }

  /// The kinds of events. More kinds may come: have a default.
  @nonexhaustive public enum Kind: Sendable, Hashable, Codable {
    /// A request has gone onto the wire.
    case sent(Subject)
    /// A redirect was followed.
    case redirected(Subject, Redirect)
    /// An attempt failed, and another follows.
    case retrying(Subject, Retry)
    /// The same request was in flight already.
    case duplicate(Subject, Event.Duplicate)
    /// A request's body is sent.
    case requestProgress(Subject, Progress)
    /// A response's body comes in.
    case responseProgress(Subject, Progress)
    /// A response came and is what was expected.
    case loadRemote(Subject, ResponseSummary)
    /// Nothing had to be loaded: the response was here, or the server said that it still is.
    case loadSkip(Subject, Skip)
    /// No response came, or one that was not expected.
    case failed(Subject, Failure)
    /// Somebody cancelled it.
    case cancelled(Subject)
    /// A shared key was set.
    case updateSharedData(Event.SharedData)
    /// A shared key was removed.
    case removeSharedData(Event.SharedData)
    /// A group has run.
    case groupDone(GroupDone)
    /// A response was kept in the cache.
    case updateCache(CacheChange)
    /// An entry was removed from the cache.
    case removeCache(CacheChange)
    /// Raised from outside the engine.
    case custom(Custom)
  }

  /// A redirect that was followed.
  public struct Redirect: Sendable, Hashable, Codable {
    /// The redirecting response's own.
    public var status: Int
    /// Masked.
    package var location: String
    /// The names of headers that did not go along, because they are for another origin.
    package var droppedHeaders: [String]

    /// A redirect to this location, masked.
    package init(status: Int, location: String, droppedHeaders: [String]) {
      self.status = status
      self.location = location
      self.droppedHeaders = droppedHeaders
    }
  }

  /// An event from outside the engine.
  public struct Custom: Sendable, Hashable {
    /// The event's identifier for listeners; a name of your own.
    public var identifier: String
    /// The call it belongs to, if it belongs to one.
    public var callID: String?
    /// The run of a group it belongs to, if it belongs to one.
    public var groupID: String?
    /// Any further data; delivered as it is, with known secrets masked.
    public var parameters: JSONValue?

    /// An event of this identifier.
    public init(
      identifier: String, callID: String? = nil, groupID: String? = nil, parameters: JSONValue? = nil
    ) {
      self.identifier = identifier
      self.callID = callID
      self.groupID = groupID
      self.parameters = parameters
    }
  }
}

extension Event {
  /// The request the event is about, if it is about one.
  public var subject: Subject? {
    switch kind {
    case .sent(let subject), .cancelled(let subject): subject
    case .redirected(let subject, _): subject
    case .retrying(let subject, _): subject
    case .duplicate(let subject, _): subject
    case .requestProgress(let subject, _), .responseProgress(let subject, _): subject
    case .loadRemote(let subject, _): subject
    case .loadSkip(let subject, _): subject
    case .failed(let subject, _): subject
    case .updateSharedData, .removeSharedData, .updateCache, .removeCache, .groupDone, .custom: nil
    }
  }
}

extension Event.Kind {
  /// Whether it only says how far a body is, which interests nobody afterwards.
  package var isProgress: Bool {
    switch self {
    case .requestProgress, .responseProgress: true
    default: false
    }
  }
}
