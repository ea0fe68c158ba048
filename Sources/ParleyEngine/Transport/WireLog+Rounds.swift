extension WireLog {
  /// One request on the wire, and the response to it. A redirect that is followed is one, and so is a challenge that is answered.
  package struct Round: Sendable, Hashable {
    /// The head of the request as it was sent, a line each.
    package var requestHead: [String]
    /// The head of its response as it was received, a line each; nil where none came.
    package var responseHead: [String]?
    /// Since the start of the transfer: when the request's head was sent, when the response's head arrived, and the last byte.
    package var sentAt: Duration
    package var answeredAt: Duration?
    package var endedAt: Duration
    /// Bytes of the bodies.
    package var requestBytes = 0
    package var responseBytes = 0

    /// The method on the request line.
    package var method: String { requestHead.first.map { String($0.prefix { $0 != " " }) } ?? "" }
    /// The status of its response.
    package var status: Int? { responseHead?.first.flatMap(Self.status) }

    /// `HTTP/1.1 302 Found`, or `HTTP/2 302`.
    fileprivate static func status(_ line: String) -> Int? {
      let words = line.split(separator: " ", maxSplits: 2)
      return words.count > 1 ? Int(words[1]) : nil
    }
  }

  /// The requests on the wire with their responses, in the order in which they were sent. The way through a proxy, and interim
  /// responses, are left out.
  package var rounds: [Round] {
    var rounds: [Round] = []
    for entry in entries {
      switch entry.direction {
      case .sentHead: rounds.append(Round(requestHead: entry.headLines, sentAt: entry.at, endedAt: entry.at))
      case .note: continue
      case .sentBody, .receivedHead, .receivedBody:
        guard let last = rounds.indices.last else { continue }
        rounds[last].take(entry)
      }
    }
    return rounds.filter { $0.method != "CONNECT" }
  }
}

extension WireLog.Round {
  /// The fields of the request's head by name, in lower case.
  var requestFields: Set<String> { Set(requestHead.dropFirst().map { $0.prefix { $0 != ":" }.lowercased() }) }

  /// The value of a field of the response.
  func responseField(_ name: String) -> String? {
    responseHead?.dropFirst().first { $0.lowercased().hasPrefix(name + ":") }.map {
      $0.dropFirst(name.count + 1).drop { $0 == " " }.description
    }
  }

  fileprivate mutating func take(_ entry: WireLog.Entry) {
    endedAt = max(endedAt, entry.at)
    switch entry.direction {
    case .sentBody: requestBytes = entry.count
    case .receivedBody: responseBytes = entry.count
    case .receivedHead:
      let lines = entry.headLines
      // An interim response (RFC 9110 §15.2) is followed by the one that counts.
      if let status = lines.first.flatMap(Self.status), (100..<200).contains(status), status != 101 { return }
      (responseHead, answeredAt) = (lines, entry.at)
    case .sentHead, .note: break
    }
  }
}

extension WireLog.Entry {
  /// Without the empty line at the end.
  fileprivate var headLines: [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }
}
