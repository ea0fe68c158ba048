import FlyingFox

/// A strong validator (RFC 9110, 8.8.3).
struct EntityTag: Equatable, Sendable {
  /// As it stands in the header, with its quotes.
  let text: String

  init(_ opaque: String) { text = "\"\(opaque)\"" }

  /// Whether an If-None-Match header names it; weak comparison, as the rule is for that header.
  func isNamed(in header: String?) -> Bool {
    guard let header else { return false }
    let tags = header.split(separator: ",").map { $0.trimming(" ") }
    return tags.contains { $0 == "*" || $0 == text || $0 == "W/\(text)" }
  }
}

extension Reply {
  /// With the tag, and cut down to 304 when the client has this version already.
  func validated(by tag: EntityTag, for request: Request) -> Reply {
    let reply = with("ETag", tag.text)
    guard tag.isNamed(in: request.headers[HTTPHeader("If-None-Match")]) else { return reply }
    return reply.notModified
  }

  /// The same head without content; its Content-Length is the one a 200 would have (RFC 9110, 8.6).
  private var notModified: Reply {
    let head = Reply(status: 304, headers: headers.filter { $0.name != "Content-Type" })
    return length.map { head.with("Content-Length", String($0)) } ?? head
  }
}
