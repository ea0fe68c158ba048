/// Says of each request that comes to the port of a sign-in whether it is the browser that comes back.
struct RedirectJudge: Sendable {
  struct Verdict {
    let page: RedirectPage
    /// The reason a request was refused that looked like a redirect; nil for any other request.
    var refusal: String?
    /// The outcome of the sign-in, a code or an error; nil while it goes on.
    var outcome: Result<String, AuthorizationError>?
  }

  let address: LoopbackAddress
  let port: UInt16
  let state: String

  func verdict(on head: [UInt8]) -> Verdict {
    guard let request = RedirectRequest(head), address.isMeant(by: request.host, onPort: port) else {
      return Verdict(page: .refused)
    }
    guard request.path == address.path else { return Verdict(page: .unknown) }
    guard request.method == "GET" else { return Verdict(page: .refused) }
    guard let state = request.value("state") else {
      return Verdict(page: .refused, refusal: "it has no state")
    }
    guard state.isEqualInConstantTime(to: self.state) else {
      return Verdict(page: .refused, refusal: "its state is not ours")
    }
    if let code = request.value("error") {
      let error = AuthorizationError.refusal(
        code, request.value("error_description").map { String($0.prefix(300)) })
      return Verdict(page: .failed, outcome: .failure(error ?? .unreadableRedirect))
    }
    guard let code = request.value("code"), !code.isEmpty else {
      return Verdict(page: .failed, outcome: .failure(.unreadableRedirect))
    }
    return Verdict(page: .done, outcome: .success(code))
  }
}

/// The head of a request as far as it counts here.
private struct RedirectRequest {
  let method: String
  let path: String
  let host: String?
  private let items: [(name: String, value: String)]

  init?(_ head: [UInt8]) {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else { return nil }
    method = String(words[0])
    let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    items = parts.count > 1 ? FormEncoding.decode(Array(parts[1].utf8)) : []
    let hosts = lines.dropFirst().compactMap { line -> String? in
      let field = line.split(separator: ":", maxSplits: 1)
      guard field.count == 2, field[0].lowercased() == "host" else { return nil }
      return field[1].split(separator: " ").joined()
    }
    host = hosts.count == 1 ? hosts[0] : nil
  }

  /// Nil also where it is said twice.
  func value(_ name: String) -> String? {
    let values = items.filter { $0.name == name }
    return values.count == 1 ? values[0].value : nil
  }
}

/// The page that the browser shows after its return.
enum RedirectPage {
  case done, failed, refused, unknown

  var response: String {
    let body = """
      <!doctype html><meta charset="utf-8"><title>Parley</title>
      <style>body{font:18px/1.5 system-ui,sans-serif;margin:20vh auto;max-width:32em;padding:0 1em;color-scheme:light dark}</style>
      <h1>\(title)</h1><p>\(text)</p>

      """
    return """
      HTTP/1.1 \(status)\r
      Content-Type: text/html; charset=utf-8\r
      Content-Length: \(body.utf8.count)\r
      Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'\r
      Referrer-Policy: no-referrer\r
      Cache-Control: no-store\r
      Connection: close\r
      \r
      \(body)
      """
  }

  private var status: String {
    switch self {
    case .done, .failed: "200 OK"
    case .refused: "400 Bad Request"
    case .unknown: "404 Not Found"
    }
  }

  private var title: String {
    switch self {
    case .done: "You are signed in"
    case .failed: "You are not signed in"
    case .refused: "Refused"
    case .unknown: "Nothing here"
    }
  }

  private var text: String {
    switch self {
    case .done: "Parley fetches the token now. You can close this page."
    case .failed: "The authorization server gave no code. Parley says why. You can close this page."
    case .refused: "This request does not belong to the sign-in that Parley waits for."
    case .unknown: "Parley waits for a sign-in at another address."
    }
  }
}

extension AuthorizationError {
  fileprivate static let unreadableRedirect = AuthorizationError(
    .unusableAnswer, "The browser came back without a code.",
    detail: "The authorization server sent neither a code nor an error.")
}

extension String {
  /// Takes the same time wherever they differ.
  fileprivate func isEqualInConstantTime(to other: String) -> Bool {
    let (left, right) = (Array(utf8), Array(other.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
