package import ParleyEngine
package import ParleyFiles
internal import ParleyText

// Shared keys that expire, and what renews them.
//
// ```swift
// try await session.sharedKeys.expire("token", at: Timestamp.now().advanced(by: .seconds(60)), by: prompter)
// let entry = try await session.sharedKeys.renew("token", by: prompter)
// ```
extension SharedKeys {
  /// An entry that requests may use.
  /// - Throws: `RenderError.expiredSharedKey`
  func unexpired(_ entry: SharedEntry?) throws -> SharedEntry? {
    guard let entry, let expires = entry.expires, shared.isExpired(entry), entry.content != .removed else {
      return entry
    }
    let name = entry.key.name
    throw RenderError.expiredSharedKey(name, since: expires, renewedBy: uses.requests(capturing: name))
  }

  /// Says when a key expires; nil is never. Its value stays as it is.
  /// - Throws: `SharedDataError`, what `Ciphers.unlock` throws.
  /// - Returns: nil when there is no such key.
  @discardableResult
  package func expire(
    _ name: String, at moment: Timestamp?, ifStill lastChange: Int64? = nil, by prompter: any Prompter
  ) async throws -> SharedEntry? {
    try await session.ciphers.unlocking(by: prompter) {
      try await shared.expire(name, at: moment, writer: Self.byHand, ifStill: lastChange)
    }
  }

  /// The request that `renew` sends: the one that wrote the key last, or else the first that captures it.
  /// - Throws: `WorkspaceError` when no request captures it.
  package func request(renewing name: String) async throws -> String {
    let requests = uses.requests(capturing: name)
    guard let first = requests.first else {
      throw WorkspaceError(
        "notCaptured", "No request captures \(Printable.quoted(name)).",
        advice: "Add a capture to the request whose response has it, or set it by hand.")
    }
    let writer = try await shared.entry(name)?.writer
    return requests.first { $0 == writer } ?? first
  }

  /// Sends the request that captures a key, past the cache.
  /// - Throws: `WorkspaceError` when no request captures it, or its response did not bring it; what `render` throws; `RequestError`.
  /// - Returns: the change that it made.
  @discardableResult
  package func renew(_ name: String, by prompter: any Prompter) async throws -> SharedEntry {
    let id = try await request(renewing: name)
    let before = try await shared.entry(name)?.sequence ?? 0
    var rendered = try await session.sending.render(id, prompter: prompter)
    rendered.request.cache.use = .off
    let response = try await session.sending.call(rendered).response()
    guard let entry = try await shared.entry(name), entry.sequence > before else {
      let reason = response.error?.summary ?? "Its response has no value for it."
      throw WorkspaceError("notRenewed", "\(id) did not renew \(Printable.quoted(name)): \(reason)")
    }
    return entry
  }
}

extension SharedExpiry {
  /// A time as people write it: `30m` from now, a time such as `2026-11-21T14:00:00Z`, `never`.
  /// - Returns: nil for what is none of them; a nil inside it for never.
  package static func moment(written text: String, from now: Timestamp) -> Timestamp?? {
    if text == "never" { return .some(nil) }
    if let duration = DurationText.parse(text) { return .some(now.advanced(by: duration)) }
    return Timestamp(rfc3339: text).map { .some($0) }
  }
}
