/// The phases of an attempt, one after the other, and the time of each.
package struct AttemptPhases: Sendable, Hashable {
  /// In the order of time.
  package enum Phase: Int, Sendable, Hashable, CaseIterable {
    /// Until a connection was there for it: in the queue, and in redirects and attempts before the last one.
    case queued
    /// Looking up the address, and the handshakes of TCP and TLS.
    case connect
    /// From the request's first byte to the response's.
    case waiting
    /// From the response's first byte to its last.
    case transfer

    /// As everywhere where times are shown.
    package var word: String {
      switch self {
      case .queued: "queued"
      case .connect: "connect"
      case .waiting: "first byte"
      case .transfer: "transfer"
      }
    }
  }

  private var microseconds: SIMD4<Int64>
  /// Of one phase: all four can be added.
  private static let longest = Int64.max / 4

  /// As long as these.
  package init(
    queued: Duration = .zero, connect: Duration = .zero, waiting: Duration = .zero, transfer: Duration = .zero
  ) {
    microseconds = SIMD4(
      min(queued.inMicroseconds, Self.longest), min(connect.inMicroseconds, Self.longest),
      min(waiting.inMicroseconds, Self.longest), min(transfer.inMicroseconds, Self.longest))
  }

  /// How long one of them was.
  package subscript(phase: Phase) -> Duration { .microseconds(microseconds[phase.rawValue]) }

  /// All of them.
  package var total: Duration { .microseconds(microseconds.wrappedSum()) }

  /// The phases of a transfer that ended when the attempt did. One that another call had begun earlier is seen from where this
  /// attempt joined it.
  /// - Parameter took: all of the attempt.
  package init(_ timings: Timings, took: Duration) {
    var left = min(took.inMicroseconds, Self.longest)
    func taken(_ duration: Duration) -> Int64 {
      let part = min(left, max(0, duration.inMicroseconds))
      left -= part
      return part
    }
    let transfer = taken(timings.transfer)
    let waiting = taken(timings.firstByte)
    let connect = taken(timings.dns + timings.connect + timings.tls)
    microseconds = SIMD4(left, connect, waiting, transfer)
  }

  /// The beginning and end of each phase, from the start of the attempt; phases without length are left out.
  package var spans: [(phase: Phase, span: Range<Duration>)] {
    var start = Duration.zero
    return Phase.allCases.compactMap { phase in
      let begin = start
      start += self[phase]
      return begin < start ? (phase, begin..<start) : nil
    }
  }
}

// Four numbers, in microseconds: there is one in the record of every request.
extension AttemptPhases: Codable {
  package init(from decoder: any Decoder) throws {
    let read = try SIMD4<Int64>(from: decoder)
    microseconds = read.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: Self.longest))
  }

  package func encode(to encoder: any Encoder) throws {
    try microseconds.encode(to: encoder)
  }
}

extension AttemptPhases {
  /// Of a response that came over the wire; nil for one out of the cache.
  package init?(_ response: Response?, took: Duration) {
    guard let response, response.cached == nil, response.timings.total > .zero else { return nil }
    self.init(response.timings, took: took)
  }
}
