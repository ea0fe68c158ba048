import HTTPTypes

/// The login that a request is, for the cookies that its response sets: sent again, it gives another session of the same person.
///
/// A request is one that shows a secret of its own: in its body, or as the password of basic or digest authentication. All that it says
/// counts. What sets cookies otherwise may give each time somebody else's: those are told by their values.
struct CookieLogin: Sendable {
  /// More steps than a login has.
  private static let most = 8

  private let request: Request
  private let wire: TransportRequest

  /// Nil for a request that is none.
  init?(_ request: Request, _ wire: TransportRequest) {
    guard wire.method != .get, wire.method != .head, wire.content?.bytes != nil || request.hasPassword,
      !request.secrets.isEmpty || request.hasPassword
    else { return nil }
    (self.request, self.wire) = (request, wire)
  }

  /// Together with the logins that went before, by the cookies that went along: the first step of a login may say who it is, and the
  /// last one not. Nil where no secret is shown.
  func text(after cookies: [Cookie], by cache: any CacheStorage) -> String? {
    let body = wire.content?.bytes ?? []
    guard request.hasPassword || request.secrets.stand(in: body),
      let address = digest([wire.method?.rawValue ?? "", wire.url], by: cache),
      let content = digest(request.facts + headers + [Base64.encode(body)], by: cache)
    else { return nil }
    var steps = cookies.compactMap(\.login).flatMap { $0.split(separator: " ").map(String.init) }
    steps.removeAll { $0.hasPrefix("\(address):") }
    return (Set(steps.suffix(Self.most - 1)).sorted() + ["\(address):\(content)"]).sorted().joined(separator: " ")
  }

  private var headers: [String] { wire.headers.map { "\($0.name.canonicalName): \($0.value)" } }

  private func digest(_ texts: [String], by cache: any CacheStorage) -> String? {
    (try? cache.digest(of: texts)).map { CacheIdentity(Array($0.prefix(16)), of: []).digest }
  }
}

extension Secrets {
  /// Short ones are found in the members of JSON only.
  fileprivate func stand(in body: [UInt8]) -> Bool {
    if !places(in: body, isForeign: false).isEmpty { return true }
    return (try? JSONValue(parsing: body)).map { masking($0) != $0 } ?? false
  }
}

extension Request {
  fileprivate var hasPassword: Bool {
    switch authorization {
    case .basic, .transport(.digest, _): true
    default: false
    }
  }

  fileprivate var facts: [String] {
    switch authorization {
    case .basic(let user, let password), .transport(.digest(let user, let password), _): [user, password]
    default: []
    }
  }
}
