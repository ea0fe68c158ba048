import Cryptography
import HTTPTypes

/// The answer to a challenge: `Authorization: Digest …` (RFC 7616 §3.4).
struct DigestAnswer {
  let challenge: DigestChallenge
  let user: String
  let password: String
  let method: String
  /// Path and query, as they stand on the request line.
  let target: String
  /// Read once more from the front where it has to be hashed.
  let body: BodyContent
  let clientNonce: String

  private static let count = "00000001"

  /// Nil where the body would have to be hashed, and cannot be read.
  var header: String? {
    let protection = chosen
    guard let response = response(protection) else { return nil }
    var parts = [
      userPart, "realm=\(quoted(challenge.realm))", "nonce=\(quoted(challenge.nonce))", "uri=\(quoted(target))",
    ]
    if let protection {
      parts += ["cnonce=\(quoted(clientNonce))", "nc=\(Self.count)", "qop=\(protection.rawValue)"]
    } else if challenge.algorithm.isOfSession {
      parts.append("cnonce=\(quoted(clientNonce))")
    }
    parts.append("response=\(quoted(response))")
    if let opaque = challenge.opaque { parts.append("opaque=\(quoted(opaque))") }
    parts.append("algorithm=\(challenge.algorithm.rawValue)")
    if challenge.hashesUser { parts.append("userhash=true") }
    return "Digest " + parts.joined(separator: ", ")
  }

  private var chosen: DigestChallenge.Protection? {
    if challenge.protections.contains(.request) { return .request }
    return challenge.protections.isEmpty ? nil : .requestAndBody
  }

  private var userPart: String {
    if challenge.hashesUser { return "username=\(quoted(hash("\(user):\(challenge.realm)")))" }
    let isPlain = user.utf8.allSatisfy { $0 < 0x80 } || !challenge.isUTF8
    return isPlain ? "username=\(quoted(user))" : "username*=UTF-8''\(URLText.encoded(user) { $0.isUnreserved })"
  }

  private func response(_ protection: DigestChallenge.Protection?) -> String? {
    var first = hash("\(user):\(challenge.realm):\(password)")
    if challenge.algorithm.isOfSession { first = hash("\(first):\(challenge.nonce):\(clientNonce)") }
    var ofBody = ""
    if protection == .requestAndBody {
      guard let sum = try? body.sum(challenge.algorithm.hash) else { return nil }
      ofBody = ":\(sum.hexadecimal)"
    }
    let second = hash("\(method):\(target)\(ofBody)")
    guard let protection else { return hash("\(first):\(challenge.nonce):\(second)") }
    return hash("\(first):\(challenge.nonce):\(Self.count):\(clientNonce):\(protection.rawValue):\(second)")
  }

  private func hash(_ text: String) -> String { hash(Array(text.utf8)) }

  private func hash(_ bytes: [UInt8]) -> String {
    MessageDigest.sum(of: bytes, challenge.algorithm.hash).hexadecimal
  }

  private func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

/// How far the authorization of one request by digest has come.
struct DigestProgress: Sendable {
  /// The body that waits for the challenge, which the first request would carry in vain.
  private var heldBack: BodyContent?
  private(set) var answers = 0
  private(set) var hasAsked = false

  /// A server that always calls its nonce too old gets no more answers than these.
  private static let mostAnswers = 2

  fileprivate mutating func begin(holding content: BodyContent) { (heldBack, hasAsked) = (content, true) }

  fileprivate var isHolding: Bool { heldBack != nil }

  fileprivate mutating func release() -> BodyContent? {
    defer { heldBack = nil }
    return heldBack
  }

  fileprivate mutating func noteAnswer() { answers += 1 }

  fileprivate func mayAnswer(_ challenge: DigestChallenge) -> Bool {
    answers == 0 || challenge.isStale && answers < Self.mostAnswers
  }
}

extension TransportRequest {
  /// The request as it is sent next: its body is held back until the server has said what it wants to be authorized by.
  var holdingBackForDigest: TransportRequest {
    guard case .digest = credentials, !digest.hasAsked, digest.answers == 0, let content else { return self }
    var next = self
    next.digest.begin(holding: content)
    next.method = method ?? .post
    next.content = nil
    return next
  }

  /// With the body again that was held back; nil where none was.
  var takenBackFromDigest: TransportRequest? {
    guard digest.isHolding else { return nil }
    var next = self
    next.content = next.digest.release()
    return next
  }

  /// The same request with an answer to a refusal; nil where there is none to give.
  func answering(_ head: ResponseHead) -> TransportRequest? {
    guard case .digest(let user, let password) = credentials, head.status == .unauthorized,
      let challenge = DigestChallenge(in: head.headers), digest.mayAnswer(challenge)
    else { return nil }
    let answer = DigestAnswer(
      challenge: challenge, user: user, password: password,
      method: (method ?? (content == nil ? .get : .post)).rawValue,
      target: URLText.target(of: url), body: content ?? .bytes([]),
      clientNonce: RandomBytes.make(16).hexadecimal)
    guard let header = answer.header, let field = try? HTTPField(checking: "Authorization", header) else { return nil }
    var next = self
    next.headers[fields: .authorization] = [field]
    next.digest.noteAnswer()
    return next
  }

  /// A redirect within the origin is a request of its own.
  mutating func beginDigestAgain() {
    guard case .digest = credentials, digest.answers > 0 else { return }
    headers[fields: .authorization] = []
    digest = DigestProgress()
  }
}

extension URLText {
  /// Path and query of a URL, as they stand on the request line.
  static func target(of url: String) -> String {
    let rest = withoutScheme(url)
    let start = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let target = rest[start...].prefix { $0 != "#" }
    return target.hasPrefix("/") ? String(target) : "/\(target)"
  }
}
