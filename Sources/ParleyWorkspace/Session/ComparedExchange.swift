internal import Cryptography
import HTTPTypes
package import ParleyEngine

/// An exchange as one value, to be compared with another: what was sent, and what came back. Secrets are masked but in the body
/// of the response.
package struct ComparedExchange: Sendable {
  private let exchange: Exchange

  package init(_ exchange: Exchange) {
    self.exchange = exchange
  }

  /// `method`, `url`, `query`, `headers` and `body`.
  package var request: JSONValue {
    let parts = MaskedRequest(exchange.request, hiding: exchange.secrets).parts
    let cut = parts.url.firstIndex(of: "?") ?? parts.url.endIndex
    var request: JSONValue = ["method": .string(parts.method), "url": .string(String(parts.url[..<cut]))]
    let query = URLText.queryItems(of: parts.url)
    if !query.isEmpty { request["query"] = Self.object(query.map { ($0.name, $0.value) }) }
    request["headers"] = Self.object(parts.headers.map { ($0.name.lowercased(), $0.value) })
    if case .text(let text) = parts.body { request["body"] = Self.value(text) }
    return request
  }

  /// Names in lower case.
  package var headers: JSONValue? {
    let secrets = exchange.secrets
    return exchange.response.map { response in
      Self.object(secrets.masking(response.headers).map { ($0.name.rawName.lowercased(), $0.value) })
    }
  }

  /// The body as JSON or a text, unmasked: differences in secrets are found too. Nil if there is none, or if it is too
  /// large to be compared.
  package var body: JSONValue? {
    guard let response = exchange.response, response.body.count > 0, response.body.count <= Self.longestBody,
      let bytes = try? response.textBytes()
    else { return nil }
    return Self.value(String(decoding: bytes, as: UTF8.self))
  }

  private static let longestBody = 4 << 20

  /// The exchange without the step's result, which is compared separately: the request and the response's headers.
  package var besidesResult: JSONValue {
    var value: JSONValue = ["request": request]
    value["headers"] = headers
    return value
  }

  private static func value(_ text: String) -> JSONValue {
    (try? JSONValue(parsing: Array(text.utf8))) ?? .string(text)
  }

  /// Of names that stand there several times, all values in a list.
  private static func object(_ pairs: [(String, String)]) -> JSONValue {
    var object = JSONObject()
    for (name, value) in pairs {
      switch object[name] {
      case nil: object[name] = .string(value)
      case .array(let values)?: object[name] = .array(values + [.string(value)])
      case let first?: object[name] = .array([first, .string(value)])
      }
    }
    return .object(object)
  }
}

// Bodies that are no text, or too large to be laid over each other.
extension ComparedExchange {
  /// Whether the body can only be compared by size and hash.
  package var isOpaque: Bool {
    guard let response = exchange.response, response.body.count > 0 else { return false }
    guard response.body.count <= Self.longestBody, let bytes = try? response.textBytes() else { return true }
    return String(validating: bytes, as: UTF8.self) == nil
  }

  /// `bytes`, `type` and `sha256` of the body.
  package var fingerprint: JSONValue? {
    get throws {
      guard let response = exchange.response else { return nil }
      var (digest, offset) = (MessageDigest(.sha256), 0)
      while offset < response.body.count {
        let piece = try response.body.read(at: offset, count: Self.piece)
        guard !piece.isEmpty else { break }
        piece.withUnsafeBytes { digest.add($0) }
        offset += piece.count
      }
      return [
        "bytes": .number(JSONNumber(offset)), "type": .string(response.headers[.contentType] ?? ""),
        "sha256": .string(digest.sum.hexadecimal),
      ]
    }
  }

  private static let piece = 1 << 20
}
