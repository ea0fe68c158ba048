// The times that requests were sent: redirects, retries, and requests that ran beside others.
extension WhyTracer {
  static let safeMethods: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"]

  /// The losses of its request at redirects: headers that were not carried on, and a method that became another.
  func redirects(of record: NodeRecord, _ exchange: Exchange?) -> [WhyLink] {
    let sends = lastSends(of: record)
    guard sends.contains(where: { $0.location != nil }) else { return hops(of: record, exchange) }
    return zip(sends, sends.dropFirst()).flatMap { send, next in
      guard let location = send.location else { return [WhyLink]() }
      let evidence = "\(send.status.map(String.init) ?? "redirected") from \(Self.bare(send.url))"
      return [
        dropped(send.droppedHeaders, to: location, of: record, evidence),
        send.method == next.method ? nil : changed(send.method, to: next.method, at: location, of: record, evidence),
      ].compactMap(\.self)
    }
  }

  /// The redirects that led to another one, where the last of them was not followed.
  func loops(of record: NodeRecord) -> [WhyLink] {
    let redirected = lastSends(of: record).filter { send in send.status.map { (300..<400).contains($0) } ?? false }
    guard redirected.count > 1 else { return [] }
    let names = redirected.map { Self.bare($0.url) }
    let distinct = names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return distinct.prefix(Self.most).compactMap { url in
      guard let send = redirected.first(where: { Self.bare($0.url) == url }) else { return nil }
      let count = names.count { $0 == url }
      let location = send.location.map { " to \(Self.bare($0))" } ?? ""
      return WhyLink(
        "\(url) redirected\(location)\(count > 1 ? ", \(Self.times(count))" : "")",
        evidence: send.status.map(String.init), target: .step(record.path, .attempts, nil), end: .response)
    }
  }

  /// Those of its last attempt.
  private func lastSends(of record: NodeRecord) -> [RecordedSend] {
    let sends = record.made.sends
    return sends.filter { $0.exchange == sends.last?.exchange && $0.attempt == sends.last?.attempt }
  }

  /// Of a recording that does not tell the sends.
  private func hops(of record: NodeRecord, _ exchange: Exchange?) -> [WhyLink] {
    (exchange?.response?.hops ?? []).compactMap { hop in
      dropped(hop.droppedHeaders, to: hop.location, of: record, "\(hop.status) from \(Self.bare(hop.url))")
    }
  }

  private func dropped(
    _ headers: [String], to location: String, of record: NodeRecord, _ evidence: String
  ) -> WhyLink? {
    guard !headers.isEmpty else { return nil }
    return WhyLink(
      "the redirect to \(Self.bare(location)) did not carry \(headers.joined(separator: ", ")): it leads to another origin",
      evidence: evidence, target: .step(record.path, .response, nil), end: .response)
  }

  private func changed(
    _ method: String, to next: String, at location: String, of record: NodeRecord, _ evidence: String
  ) -> WhyLink {
    WhyLink(
      "the redirect to \(Self.bare(location)) was followed with \(next), not \(method), and without the body",
      evidence: evidence, target: .step(record.path, .response, nil), end: .response)
  }

  /// Without a query, which may hold anything.
  static func bare(_ url: String) -> String { String(url.prefix { $0 != "?" && $0 != "#" }) }
}

// Requests that were sent again.
extension WhyTracer {
  /// That a request which may change something was sent more than once, told once.
  func repeated(_ record: NodeRecord, _ exchange: Exchange?, before reader: NodeRecord? = nil) -> WhyLink? {
    let count = record.attemptCount
    guard count > 1, let method = method(of: record, exchange), !Self.safeMethods.contains(method),
      isNew("\(record.path) was sent again")
    else { return nil }
    let before = reader == nil ? "" : " before it"
    return WhyLink(
      "\(name(of: record)) (\(method)) was sent \(Self.times(count))\(before), by \(repeater(of: record))",
      evidence: firstFailure(of: record, exchange), target: .step(record.path, .attempts, nil), end: .response)
  }

  func method(of record: NodeRecord, _ exchange: Exchange?) -> String? {
    exchange?.request.method ?? record.made.sends.first?.method ?? recording.step(at: record.path)?.method
  }

  /// The one who sent it again.
  func repeater(of record: NodeRecord) -> String {
    if record.made.sends.contains(where: { $0.reason == .retry }) { return "the retry of its request" }
    if record.attempts.count < 2 { return "a retry" }
    let notes = recording.step(at: record.path)?.notes ?? []
    return notes.contains { $0.hasPrefix("until") } ? "its `until`" : "the retry of the step"
  }

  /// `attempt 1: 503`
  func firstFailure(of record: NodeRecord, _ exchange: Exchange?) -> String? {
    let first = record.attemptRows.first { $0.hop == nil || $0.send?.location == nil }
    guard let first else { return nil }
    let words = first.status.map(String.init) ?? exchange?.failedAttempts.first?.summary ?? first.errorCode
    return words.map { "attempt \(first.attempt): \($0)" }
  }

  /// The times that its request was sent, and why each time.
  func sends(of record: NodeRecord) async -> WhyLink {
    let exchange = await exchange(of: record)
    let rows = record.attemptRows
    let target = WhyLink.Target.step(record.path, .attempts, nil)
    let causes = zip(rows, rows.dropFirst()).map { row, next in
      let outcome = row.status.map { "got \($0)" } ?? "failed: \(row.errorCode ?? "no response")"
      return WhyLink(
        "\(next.label) was sent \(reason(of: next, record)), because \(row.label) \(outcome)",
        evidence: next.send.flatMap { $0.wait > .zero ? "after \($0.wait.inRoundWords)" : nil }, target: target,
        end: .response)
    }
    let words = rows.count > 1 ? Self.times(rows.count) : "once"
    return WhyLink(
      "\(name(of: record)) (\(method(of: record, exchange) ?? "its request")) was sent \(words)", target: target,
      end: .response, causes: causes)
  }

  private func reason(of row: AttemptRow, _ record: NodeRecord) -> String {
    switch row.send?.reason {
    case .redirect?: "to \(Self.bare(row.send?.url ?? "another address"))"
    case .renewal?: "with a new token"
    case .challenge?: "with credentials"
    case .resent?: "again on another connection"
    case .retry?: "by the retry of its request"
    case .first?, nil: "by \(repeater(of: record))"
    }
  }

  /// Steps that were in flight at the same time and used the same address or cookie.
  func races(of record: NodeRecord) -> [WhyLink] {
    record.made.overlaps.filter { $0.kind != .shared }.prefix(Self.most).compactMap { overlap in
      guard recording[overlap.step] != nil, isNew("\(record.path) \(overlap.words)") else { return nil }
      let both = overlap.kind == .cookie ? "both use the cookie \(overlap.name)" : "both use \(overlap.name)"
      return WhyLink(
        "\(name(of: overlap.step)) was in flight at the same time as \(name(of: record)): \(both)",
        evidence: "a race", target: .step(overlap.step, .attempts, nil), end: .clock
      ).meaning(.doubt)
    }
  }
}
