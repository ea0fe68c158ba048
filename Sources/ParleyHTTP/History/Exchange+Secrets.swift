import HTTPTypes

// Every exchange passes here before it is stored: one that contains a known secret is sealed.

extension Exchange {
  /// Seals it with those of these secrets that stand in it. Of the response that is known already.
  mutating func hold(_ known: Secrets) {
    holdCookies()
    guard !known.isEmpty, !isSecret else { return }
    let found = occurring(of: known)
    guard !found.isEmpty else { return }
    isSecret = true
    secrets.formUnion(found)
  }

  /// Holds the values of cookies, which are as secret as `Authorization`. They do not make the body a secret.
  private mutating func holdCookies() {
    let cookies = cookieValues
    holdsCookies = !cookies.isEmpty || wireHoldsCookies
    guard !cookies.isEmpty else { return }
    secrets.formUnion(cookies.filter(\.isLookedFor))
  }

  private var cookieValues: [String] {
    var values = request.headers.cookies
    guard let response else { return values }
    values += response.headers.cookies
    if !response.trailers.isEmpty { values += response.trailers.cookies }
    for hop in response.hops { values += hop.headers.cookies }
    return values
  }

  private func occurring(of known: Secrets) -> Secrets {
    let texts = [request.url] + request.headers.map(\.value) + failureTexts
    var found = known.found(in: Array(texts.joined(separator: "\n").utf8))
    if let body = request.body { found.formUnion(known.found(in: body)) }
    for entry in wireLogs.flatMap(\.entries) { found.formUnion(known.found(in: entry.bytes)) }
    return found
  }

  private var wireHoldsCookies: Bool {
    wire?.holdsCookies == true || response?.wire?.holdsCookies == true
      || failedAttempts.contains { $0.wire?.holdsCookies == true }
  }

  private var wireLogs: [WireLog] { (failedAttempts.map(\.wire) + [wire, response?.wire]).compactMap(\.self) }

  private var failureTexts: [String] {
    switch outcome {
    case .response: []
    case .failure(let error): [error.summary, error.detail ?? ""]
    case .authorizationFailed(let error): [error.summary, error.detail ?? ""]
    }
  }
}

extension Response {
  /// Larger bodies are looked through up to here, in bytes.
  private static let longestSearch = 16 << 20
  private static let window = 256 << 10

  /// Those of these secrets that stand in it: in its headers, in its URLs, in its body.
  func occurring(of known: Secrets) -> Secrets {
    guard !known.isEmpty else { return known }
    let urls = [url] + hops.flatMap { [$0.url, $0.location] }
    let fields = ([headers, trailers] + hops.map(\.headers)).flatMap {
      $0.filter { $0.name != .setCookie }.map(\.value)
    }
    var found = known.found(in: Array((urls + fields).joined(separator: "\n").utf8))
    found.formUnion(bodyOccurring(of: known))
    return found
  }

  /// By windows that overlap, so that none is cut apart.
  private func bodyOccurring(of known: Secrets) -> Secrets {
    let overlap = min(Self.window / 2, 12 * known.longest)
    var (found, offset) = (Secrets(), 0)
    while offset < min(body.count, Self.longestSearch) {
      guard let bytes = try? body.read(at: offset, count: Self.window), !bytes.isEmpty else { break }
      found.formUnion(known.found(in: bytes))
      guard bytes.count == Self.window else { break }
      offset += Self.window - overlap
    }
    return found
  }
}

extension HTTPFields {
  /// The values of cookies in them.
  fileprivate var cookies: [String] {
    contains(.cookie) || contains(.setCookie) ? flatMap { Secrets.cookies(in: $0) } : []
  }
}

extension WireLog {
  /// Whether one of the heads names a cookie. Those of a jar stand nowhere else.
  package var holdsCookies: Bool {
    entries.contains { entry in
      (entry.direction == .sentHead || entry.direction == .receivedHead) && WireHead(entry.bytes).holdsCookies
    }
  }
}
