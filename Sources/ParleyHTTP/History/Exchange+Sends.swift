import HTTPTypes

extension Exchange {
  /// The heads of each send of its request as they went over the wire, in order: of each attempt, and of each hop of it. Nil for a
  /// send whose heads were not recorded.
  package var sendHeads: [WireLog.Round?] {
    let before = failedAttempts.flatMap { $0.wire?.rounds.map(Optional.some) ?? [nil] }
    let rounds = (response?.wire ?? wire)?.rounds ?? []
    return before
      + (rounds.isEmpty ? Array(repeating: nil, count: 1 + (response?.hops.count ?? 0)) : rounds.map(Optional.some))
  }
}

extension WireLog.Round {
  /// The fields of the request's head as they were sent, a line each, masked.
  package func requestFields(masking secrets: Secrets) -> [String] {
    requestHead.lines.dropFirst().map { line in
      let name = line.prefix { $0 != ":" }
      // Credentials may have been encoded on the way.
      return Self.credentials.contains(name.lowercased())
        ? "\(name): \(Secrets.mask)" : Self.masked(line, secrets.masking)
    }
  }

  /// The head of the response as it was received, a line each, masked; empty where none came.
  package func responseLines(masking secrets: Secrets) -> [String] {
    guard let lines = responseHead?.lines, let status = lines.first else { return [] }
    return [status] + lines.dropFirst().map { Self.masked($0, secrets.maskingForeign) }
  }

  private static let credentials: Set<String> = ["authorization", "proxy-authorization", "x-api-key"]

  private static func masked(_ line: String, _ mask: (String) -> String) -> String {
    guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else {
      return mask(line)
    }
    let value = line[line.index(after: colon)...].drop { $0 == " " }
    return mask("\(name.rawName): \(Secrets.maskingCookies(in: HTTPField(name: name, value: String(value))))")
  }
}
