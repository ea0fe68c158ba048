extension NodeRecord {
  /// The use of the cache for the response of a step.
  package struct CacheUse: Sendable, Hashable, Codable {
    /// As ``CachedResponse/Source`` has it.
    package var source: String
    /// The age of the entry when it was used; nil where nobody knows it.
    package var age: Duration?
    /// The stable name of the decision.
    package var code: String
    /// The decision in one sentence, with its numbers.
    package var summary: String
    /// The exchange that brought the entry.
    package var exchange: ExchangeID?

    /// Whether nothing was sent.
    package var isUnsent: Bool { source == "kept" || source == "refused" }

    /// Whether the server was asked, and confirmed the entry.
    package var isRevalidated: Bool { !isUnsent }

    /// The use of the cache in a few words: `cached 12 s`.
    package var words: String {
      switch source {
      case "refused": "not in the cache"
      case "kept": age.map { "cached \($0.inRoundWords)" } ?? "cached"
      default: "revalidated"
      }
    }

    /// Those words and the reason, where it does not begin with them itself.
    package var line: String {
      summary.lowercased().hasPrefix(words) ? summary : "\(words): \(summary)"
    }
  }
}

// Numbers of a file from elsewhere may be any.
extension RecordedSend {
  private static let most = 1_000_000

  var bounded: RecordedSend {
    var send = self
    (send.attempt, send.hop) = (min(max(1, attempt), Self.most), min(max(1, hop), Self.most))
    (send.wait, send.duration) = (wait.recordable, duration.recordable)
    return send
  }
}

extension Duration {
  /// From nothing to what a record can hold.
  fileprivate var recordable: Duration { .microseconds(min(max(0, inMicroseconds), 1 << 60)) }
}

extension NodeRecord.CacheUse {
  var bounded: NodeRecord.CacheUse {
    var use = self
    use.age = age?.recordable
    return use
  }

  init(_ cached: CachedResponse) {
    (source, age) = (cached.source.rawValue, cached.decision.age)
    (code, summary, exchange) = (cached.code, cached.summary, cached.exchange)
  }
}

/// A row below a step: one attempt, or one hop of an attempt that was redirected.
package struct AttemptRow: Sendable, Hashable {
  /// Counted from 1, over all attempts of the step and of its request.
  package let attempt: Int
  /// Counted from 1; nil where the attempt had only one.
  package let hop: Int?
  /// The exchange in the history.
  package let exchange: ExchangeID?
  /// The place among the sends of the exchange, from 0.
  package let place: Int
  /// From its begin to its end; nil while it is in flight.
  package let span: Range<Timestamp>?
  package let startedAt: Timestamp
  package let state: NodeRecord.State
  package let status: Int?
  package let errorCode: String?
  package let phases: AttemptPhases?
  /// The details of a send; nil for an attempt that sent its request once.
  package let send: RecordedSend?
  /// How many attempts the step had in all.
  package let attempts: Int

  /// `attempt 2`, `hop 1`, or both.
  package var label: String {
    let attempt = attempts > 1 || hop == nil ? "attempt \(attempt)" : nil
    return [attempt, hop.map { "hop \($0)" }].compactMap(\.self).joined(separator: " ")
  }
}

extension NodeRecord {
  /// A row for each attempt and each hop. A step that sent its request once has one.
  package var attemptRows: [AttemptRow] {
    let all = attemptCount
    var rows: [AttemptRow] = []
    var before = 0
    for attempt in attempts {
      let sends = made.sends.filter { $0.exchange == attempt.exchange }
      guard let last = sends.indices.last else {
        before += 1
        rows.append(AttemptRow(attempt, number: before, of: all))
        continue
      }
      let hops = Dictionary(grouping: sends, by: \.attempt).mapValues(\.count)
      for (place, send) in sends.enumerated() {
        rows.append(
          AttemptRow(
            attempt: before + send.attempt, hop: hops[send.attempt, default: 1] > 1 ? send.hop : nil,
            exchange: send.exchange, place: place, span: send.startedAt..<max(send.startedAt, send.endedAt),
            startedAt: send.startedAt, state: place == last ? attempt.state : send.endState, status: send.status,
            errorCode: place == last ? attempt.errorCode : send.errorCode, phases: send.phases, send: send,
            attempts: all))
      }
      before += sends[last].attempt
    }
    return rows
  }

  /// How often it was tried: by the step's own `retry` and `until`, and by its request's `retry`.
  package var attemptCount: Int {
    guard !made.sends.isEmpty else { return attempts.count }
    return attempts.reduce(0) { count, attempt in
      count + (made.sends.last { $0.exchange == attempt.exchange }?.attempt ?? 1)
    }
  }

  /// How many addresses its last attempt went to, one after the other.
  package var hopCount: Int {
    guard let last = made.sends.last, last.exchange == attempts.last?.exchange else { return 1 }
    return 1 + made.sends.count { $0.exchange == last.exchange && $0.attempt == last.attempt && $0.reason == .redirect }
  }

  /// Whether nothing was sent for it although it ran.
  package var isUnsent: Bool { made.cached?.isUnsent == true }
}

extension RecordedSend {
  /// A send that another followed.
  fileprivate var endState: NodeRecord.State { location == nil ? .failed : .succeeded }
}

extension AttemptRow {
  fileprivate init(_ attempt: NodeRecord.Attempt, number: Int, of all: Int) {
    self.init(
      attempt: number, hop: nil, exchange: attempt.exchange, place: 0,
      span: attempt.endedAt.map { attempt.startedAt..<max(attempt.startedAt, $0) }, startedAt: attempt.startedAt,
      state: attempt.state, status: attempt.status, errorCode: attempt.errorCode, phases: attempt.phases, send: nil,
      attempts: all)
  }
}
