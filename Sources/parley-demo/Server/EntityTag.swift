import HTTPServing
import HTTPTypes

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

extension ServedResponse {
  /// With the tag, and 304 without content when the client has this version already.
  func validated(by tag: EntityTag, for request: Request) -> ServedResponse {
    var response = with("ETag", tag.text)
    guard tag.isNamed(in: request.headers[.ifNoneMatch]) else { return response }
    response.status = .notModified
    response.headers[.contentType] = nil
    return response
  }
}
