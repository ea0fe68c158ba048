package import ParleyEngine

/// One way in which a value stands for another.
package enum ValueEncoding: Hashable, Sendable {
  case token
  /// The word before a credential, such as `Bearer `.
  case scheme(String)
  /// Tokens in a header, a cookie or another text.
  case tokensInText
  case base64(Base64Text.Form)
  case gzip
  case percent(PercentForm)
  case time(TimeForm)
  /// A document as text.
  case jsonText
  /// A string of JSON.
  case jsonString
  /// Documents in strings of a document.
  case jsonInStrings
  /// Tokens in strings of a document.
  case tokensInStrings

  package var words: String {
    switch self {
    case .token: "JWT"
    case .scheme(let text): String(text.prefix { $0 != " " })
    case .tokensInText: "JWT in text"
    case .base64(let form): form.isForURL ? "base64url" : "base64"
    case .gzip: "gzip"
    case .percent: "URL-encoded"
    case .time(let form): form.words
    case .jsonText: "JSON"
    case .jsonString: "JSON string"
    case .jsonInStrings: "JSON in strings"
    case .tokensInStrings: "JWT in strings"
    }
  }
}

/// The decoded content of a value, as far as it was recognized.
package enum DecodedContent: Hashable, Sendable {
  case text(String)
  case bytes([UInt8])
  case json(JSONValue)
  case token(WebToken)
  /// Those that stand in a text.
  case tokens([FoundToken])
  case time(Timestamp)
}

/// A step from an encoded content to the decoded one, and back.
struct DecodingStep: Hashable, Sendable {
  let encoding: ValueEncoding
  let outer: DecodedContent
  let inner: DecodedContent
  private var embedded: EmbeddedJSON?

  /// The most bytes that are decoded, and that may come of it.
  static let longest = 4 << 20
  static let largest = 16 << 20

  private init(
    _ encoding: ValueEncoding, _ outer: DecodedContent, _ inner: DecodedContent, _ embedded: EmbeddedJSON? = nil
  ) {
    self.encoding = encoding
    self.outer = outer
    self.inner = inner
    self.embedded = embedded
  }

  /// - Returns: nil where it stands for nothing else.
  init?(_ outer: DecodedContent) {
    let found: DecodingStep? =
      switch outer {
      case .text(let text): text.utf8.count <= Self.longest ? Self.step(from: text) : nil
      case .bytes(let bytes): Self.gzip(bytes)
      case .json(let value): Self.step(from: value)
      case .token, .tokens, .time: nil
      }
    guard let found else { return nil }
    self = found
  }

  private static func step(from text: String) -> DecodingStep? {
    let outer = DecodedContent.text(text)
    if let token = WebToken(text) { return DecodingStep(.token, outer, .token(token)) }
    if let credential = AuthorizationScheme.credential(of: text), WebToken(credential) != nil {
      return DecodingStep(.scheme(String(text.dropLast(credential.count))), outer, .text(credential))
    }
    if let (form, time) = TimeForm.read(text) { return DecodingStep(.time(form), outer, .time(time)) }
    if let document = EmbeddedJSON.document(text) { return DecodingStep(.jsonText, outer, .json(document)) }
    if text.utf8.first == UInt8(ascii: "\""), case .string(let inner)? = try? JSONValue(parsing: text) {
      return DecodingStep(.jsonString, outer, .text(inner))
    }
    let tokens = FoundToken.all(in: text)
    if !tokens.isEmpty { return DecodingStep(.tokensInText, outer, .tokens(tokens)) }
    if let (form, decoded) = PercentForm.decode(text) { return DecodingStep(.percent(form), outer, .text(decoded)) }
    return base64(text)
  }

  /// Words can look like base64. It counts where what comes out is text, is packed, or where the text is padded.
  private static func base64(_ text: String) -> DecodingStep? {
    guard text.utf8.count >= 8, let decoded = Base64Text(text) else { return nil }
    let inner = DecodedContent.unpacked(decoded.bytes)
    let isPadded = text.utf8.last == UInt8(ascii: "=") && text.utf8.count >= 12
    if case .bytes(let bytes) = inner, !isGzip(bytes), !isPadded { return nil }
    return DecodingStep(.base64(decoded.form), .text(text), inner)
  }

  private static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B, 0x08]) }

  private static func gzip(_ bytes: [UInt8]) -> DecodingStep? {
    guard isGzip(bytes), bytes.count <= longest, let plain = try? Gzip.decompress(bytes, limit: largest) else {
      return nil
    }
    return DecodingStep(.gzip, .bytes(bytes), .unpacked(plain))
  }

  private static func step(from value: JSONValue) -> DecodingStep? {
    switch value {
    case .string(let text): return DecodingStep(.jsonString, .json(value), .text(text))
    case .number(let number):
      return TimeForm.read(number.text).map { DecodingStep(.time($0), .json(value), .time($1)) }
    case .array, .object:
      guard let (embedded, document) = EmbeddedJSON.decode(value) else { return nil }
      return DecodingStep(
        embedded.hasOnlyTokens ? .tokensInStrings : .jsonInStrings, .json(value), .json(document), embedded)
    case .null, .bool: return nil
    }
  }

  /// Returns the encoded form of another content. An unchanged content keeps its original form.
  /// - Returns: nil if the content cannot be encoded.
  func encode(_ new: DecodedContent) -> DecodedContent? {
    if new.isIdentical(to: inner) { return outer }
    switch (encoding, new) {
    case (.base64(let form), _): return new.plainBytes.map { .text(Base64Text.text(of: $0, form)) }
    case (.gzip, _): return new.plainBytes.flatMap { try? Gzip.compress($0) }.map(DecodedContent.bytes)
    case (.scheme(let scheme), .text(let text)): return .text(scheme + text)
    case (.percent(let form), .text(let text)): return .text(form.encode(text))
    case (.time(let form), .time(let time)): return written(form.text(of: time))
    case (.jsonText, .json(let value)):
      guard case .text(let text) = outer else { return nil }
      return .text(JSONLayout.string(of: value, like: text))
    case (.jsonString, .text(let text)):
      if case .json = outer { return .json(.string(text)) }
      return .text(JSONPrinter.compact.string(of: .string(text)))
    case (.jsonInStrings, .json(let value)), (.tokensInStrings, .json(let value)):
      return embedded?.encode(value).map { .json($0) }
    default: return nil
    }
  }

  /// A time is a number where one was.
  private func written(_ text: String) -> DecodedContent? {
    guard case .json = outer else { return .text(text) }
    return JSONNumber(text).map { .json(.number($0)) }
  }
}

extension DecodedContent {
  /// Text, where bytes read as such.
  static func unpacked(_ bytes: [UInt8]) -> DecodedContent {
    guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self), text.isReadable else {
      return .bytes(bytes)
    }
    return .text(text)
  }

  /// As a packing has it.
  fileprivate var plainBytes: [UInt8]? {
    switch self {
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    case .json, .token, .tokens, .time: nil
    }
  }

  /// Whether two are written the same.
  func isIdentical(to other: DecodedContent) -> Bool {
    if case .json(let left) = self, case .json(let right) = other { return left.isIdentical(to: right) }
    return self == other
  }
}

extension String {
  /// Without control characters, but for line breaks and tabs.
  fileprivate var isReadable: Bool {
    unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) || [0x09, 0x0A, 0x0D].contains(scalar.value)
    }
  }
}
