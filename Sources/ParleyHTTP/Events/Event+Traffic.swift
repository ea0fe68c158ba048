extension Event {
  /// An attempt that failed, before the next.
  public struct Retry: Sendable, Hashable, Codable {
    /// Of the attempt that failed, from 1.
    public var attempt: Int
    /// Of its response, when there was one.
    public var status: Int?
    /// The stable code of its error.
    public var code: String
    /// Masked.
    public var summary: String
    /// How long is waited before the next.
    public var wait: Duration

    /// An attempt that failed.
    package init(attempt: Int, status: Int?, code: String, summary: String, wait: Duration) {
      self.attempt = attempt
      self.status = status
      self.code = code
      self.summary = summary
      self.wait = wait
    }
  }

  /// The decision about a request that was in flight already.
  public enum Duplicate: String, Sendable, Hashable, Codable {
    /// The decision, as ``DuplicateDecision`` has it.
    case cancelFirst, keepFirst, keepLatest, keepAll, sendAll
    /// A completion of somebody's own gets the response instead.
    case tell

    /// In a few words.
    public var summary: String {
      switch self {
      case .cancelFirst: "replaces the same request in flight"
      case .keepFirst: "superseded by the same request in flight"
      case .keepLatest: "takes over the transfer of the same request in flight"
      case .keepAll: "shares the transfer of the same request in flight"
      case .sendAll: "the same request is in flight; both are sent"
      case .tell: "another takes over the transfer of the same request in flight"
      }
    }
  }

  /// How far a body is, in bytes.
  public struct Progress: Sendable, Hashable, Codable {
    /// Bytes that have been sent, or come in.
    public var done: Int
    /// Nil when nobody said.
    public var expected: Int?

    /// So many bytes of so many.
    package init(done: Int, expected: Int?) {
      self.done = done
      self.expected = expected
    }
  }
}

extension TransferProgress {
  var ofRequest: Event.Progress { Event.Progress(done: sent, expected: expectedToSend) }
  var ofResponse: Event.Progress { Event.Progress(done: received, expected: expectedToReceive) }
}
