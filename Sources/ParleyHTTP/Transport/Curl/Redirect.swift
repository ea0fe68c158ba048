import HTTPTypes

/// The request that follows a redirect (RFC 9110 §15.4, the details as browsers do it,
/// https://fetch.spec.whatwg.org/#http-redirect-fetch):
///
/// - 303 turns every method but HEAD into GET, 301 and 302 turn POST into GET; 307 and 308 change nothing.
/// - With the body go the headers that describe it.
/// - Another origin gets no `Authorization`, `Cookie`, `Proxy-Authorization` or other header that is confidential, no
///   credentials of the URL, and none that the transport would answer with. What was dropped once stays dropped. Cookies
///   of a storage go where they belong.
/// - A request whose body must stay at its origin (`keepsBodyAtOrigin`) is not redirected to another: that is a response like any other.
/// - A redirect without a `Location`, or to something that is neither http nor https, is a response like any other.
struct Redirect {
  let hop: Hop
  let next: TransportRequest

  private static func isRedirect(_ status: Int) -> Bool {
    switch status {
    case 301, 302, 303, 307, 308: true
    default: false
    }
  }

  private static let credentials: [HTTPField.Name] = [.authorization, .cookie, .proxyAuthorization]
  private static let bodyHeaders: [HTTPField.Name] = [
    .contentType, .contentLength, .contentEncoding, .contentLanguage, .contentLocation, .transferEncoding, .expect,
    .contentMD5,
  ].compactMap(\.self)

  /// - Returns: nil when the response is none that is followed.
  init?(of request: TransportRequest, by head: ResponseHead) {
    guard Self.isRedirect(head.status.code),
      let location = head.headers[values: .location].first, !location.isEmpty,
      let target = Target(location, from: request.url)
    else { return nil }
    var next = request
    next.url = target.url
    Self.rewriteMethod(of: &next, after: head.status.code)
    if target.isOtherOrigin, request.content != nil, request.options.keepsBodyAtOrigin { return nil }
    let dropped = target.isOtherOrigin ? Self.dropCredentials(of: &next, inURL: target.leavesCredentials) : []
    next.beginDigestAgain()
    self.next = next
    hop = Hop(
      url: request.url, status: head.status.code, location: target.url, headers: head.headers, droppedHeaders: dropped)
  }

  private static func rewriteMethod(of request: inout TransportRequest, after status: Int) {
    let method = request.method ?? (request.content == nil ? .get : .post)
    let becomesGet =
      switch status {
      case 301, 302: method == .post
      case 303: method != .get && method != .head
      default: false
      }
    guard becomesGet else { return }
    request.method = .get
    request.content = nil
    for name in bodyHeaders { request.headers[fields: name] = [] }
  }

  private static func dropCredentials(of request: inout TransportRequest, inURL: Bool) -> [String] {
    request.credentials = nil
    let confidential = request.confidentialHeaders.filter { !credentials.contains($0) }
    var dropped = (credentials + confidential).filter { request.headers.contains($0) }
    for name in dropped { request.headers[fields: name] = [] }
    if inURL, !dropped.contains(.authorization) { dropped.insert(.authorization, at: 0) }
    return dropped.map(\.rawName)
  }
}

/// The absolute URL a `Location` names.
private struct Target {
  let url: String
  let isOtherOrigin: Bool
  /// Whether the URL we come from has credentials that must not go along.
  let leavesCredentials: Bool

  init?(_ location: String, from base: String) {
    guard let from = CurlURL(base), var to = CurlURL(base), to.follow(location) else { return nil }
    let origin = to.origin
    guard origin.scheme == "http" || origin.scheme == "https" else { return nil }
    isOtherOrigin = origin != from.origin
    leavesCredentials = isOtherOrigin && from.user != nil
    // Within an origin the credentials of the URL hold on; RFC 9110 §10.2.2 wants the fragment to hold on anywhere.
    if !isOtherOrigin, to.user == nil { (to.user, to.password) = (from.user, from.password) }
    if to.fragment == nil { to.fragment = from.fragment }
    guard let url = to.text else { return nil }
    self.url = url
  }
}
