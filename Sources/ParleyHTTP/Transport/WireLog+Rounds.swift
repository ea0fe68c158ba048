extension WireLog {
  /// One request on the wire, and the response to it. A redirect that is followed is one, and so is a challenge that is answered.
  package struct Round: Sendable, Hashable {
    /// The head of the request as it was sent.
    package var requestHead: WireHead
    /// The head of its response as it was received; nil where none came.
    package var responseHead: WireHead?
    /// Since the start of the transfer: when the request's head was sent, when the response's head arrived, and the last byte.
    package var sentAt: Duration
    package var answeredAt: Duration?
    package var endedAt: Duration
    /// Bytes of the bodies.
    package var requestBytes = 0
    package var responseBytes = 0

    /// The method on the request line.
    package var method: String { requestHead.method }
    /// The status of its response.
    package var status: Int? { responseHead?.status }
  }

  /// The requests on the wire with their responses, in the order in which they were sent. The way through a proxy, and interim
  /// responses, are left out.
  package var rounds: [Round] {
    var rounds: [Round] = []
    for entry in entries {
      switch entry.direction {
      case .sentHead: rounds.append(Round(requestHead: WireHead(entry.bytes), sentAt: entry.at, endedAt: entry.at))
      case .note: continue
      case .sentBody, .receivedHead, .receivedBody:
        guard let last = rounds.indices.last else { continue }
        rounds[last].take(entry)
      }
    }
    return rounds.filter { !$0.requestHead.bytes.starts(with: "CONNECT ".utf8) }
  }
}

extension WireLog.Round {
  fileprivate mutating func take(_ entry: WireLog.Entry) {
    endedAt = max(endedAt, entry.at)
    switch entry.direction {
    case .sentBody: requestBytes = entry.count
    case .receivedBody: responseBytes = entry.count
    case .receivedHead:
      let head = WireHead(entry.bytes)
      // An interim response (RFC 9110 §15.2) is followed by the one that counts.
      if let status = head.status, (100..<200).contains(status), status != 101 { return }
      (responseHead, answeredAt) = (head, entry.at)
    case .sentHead, .note: break
    }
  }
}
