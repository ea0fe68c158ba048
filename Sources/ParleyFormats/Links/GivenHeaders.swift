internal import HTTPTypes
internal import ParleyEngine

/// The values in the headers of a response that a request may have carried.
struct GivenHeaders {
  private(set) var found: [GivenValue] = []
  private let sought: SoughtValues

  static func found(in headers: HTTPFields, _ sought: SoughtValues) -> [GivenValue] {
    var given = GivenHeaders(sought: sought)
    for field in headers where !isAboutTransport(field.name.canonicalName) {
      // Several of one name are one text to a filter.
      guard headers[values: field.name].count == 1 else { continue }
      given.look(at: field.value, of: field.name.canonicalName)
    }
    return given.found
  }

  private init(sought: SoughtValues) {
    self.sought = sought
  }

  private mutating func look(at value: String, of name: String) {
    add(value, GivenHeader(name), named: name)
    guard value.contains("/") || value.contains("?") else { return }
    lookAtPath(of: value, name)
    lookAtParameters(of: value, name)
  }

  /// The last name before a segment says what it identifies, as in `/orders/7`.
  private mutating func lookAtPath(of value: String, _ name: String) {
    let segments = value.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for (index, segment) in segments.enumerated() where segments.count > 1 && segment.contains(where: \.isNumber) {
      let before = index > 0 ? LinkName(segments[index - 1]).words : []
      let header = GivenHeader(name, .segment(segments.count - index))
      add(segment, header, named: "id", among: Set(before))
    }
  }

  /// The first of each name, as the filter finds it.
  private mutating func lookAtParameters(of value: String, _ name: String) {
    var seen: Set<String> = []
    for piece in value.split(whereSeparator: { "?&#".contains($0) }).dropFirst() {
      let pair = piece.prefix { $0 != ">" }
      guard let mark = pair.firstIndex(of: "=") else { continue }
      let parameter = String(pair[..<mark])
      guard parameter.isParameter, seen.insert(parameter).inserted else { continue }
      add(String(pair[pair.index(after: mark)...]), GivenHeader(name, .parameter(parameter)), named: parameter)
    }
  }

  private mutating func add(_ value: String, _ header: GivenHeader, named name: String, among words: Set<String> = []) {
    guard sought.contains(value), !found.contains(where: { $0.value == value && $0.name == name }) else { return }
    found.append(GivenValue(place: .header(header), value: value, isNumber: false, name: name, around: words))
  }

  /// Headers that say how and not what; and cookies, which travel by themselves.
  private static func isAboutTransport(_ name: String) -> Bool {
    transport.contains(name)
      || ["content-", "access-control-", "x-frame-", "cross-origin-"].contains { name.hasPrefix($0) }
  }

  private static let transport: Set<String> = [
    "set-cookie", "date", "age", "expires", "cache-control", "pragma", "vary", "server", "via", "connection",
    "keep-alive",
    "transfer-encoding", "trailer", "upgrade", "alt-svc", "allow", "accept-ranges", "strict-transport-security",
    "referrer-policy", "permissions-policy", "x-powered-by", "x-xss-protection", "x-content-type-options",
    "retry-after",
    "www-authenticate", "server-timing", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset",
  ]
}

extension String {
  /// Whether it stands in a regular expression as it is.
  fileprivate var isParameter: Bool {
    !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
  }
}
