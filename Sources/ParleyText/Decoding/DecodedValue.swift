package import ParleyEngine

/// A value as what it stands for: a token with its claims, the document that is packed in base64 of gzip, a time.
///
/// ```swift
/// let decoded = DecodedValue("eyJhIjoxfQ==")  // base64 → JSON
/// decoded?.shown                              // {"a":1}
/// try decoded?.encoding("{\"a\":2}")          // "eyJhIjoyfQ=="
/// ```
///
/// Decoding never fails: what is not encoded is nil, and what would be too large stays as it is.
package struct DecodedValue: Hashable, Sendable {
  private let steps: [DecodingStep]
  private let kind: SharedValue.Kind
  package let content: DecodedContent
  /// The tokens inside of what it stands for, the first to expire at the beginning.
  package let tokens: [FoundToken]

  private static let mostSteps = 8

  /// - Returns: nil for a value that stands for itself.
  package init?(_ value: SharedValue) {
    kind = value.kind
    var steps: [DecodingStep] = []
    var content = DecodedContent(value)
    while steps.count < Self.mostSteps, let step = DecodingStep(content) {
      steps.append(step)
      content = step.inner
    }
    // A string of JSON alone is no more readable without its quotes.
    while steps.last?.encoding == .jsonString {
      content = steps.removeLast().outer
    }
    let tokens = Self.tokens(in: content, steps.last)
    guard !steps.isEmpty || !tokens.isEmpty else { return nil }
    self.steps = steps
    self.content = content
    self.tokens = tokens
  }

  /// Those of a document are looked for in its strings as they stand there.
  private static func tokens(in content: DecodedContent, _ last: DecodingStep?) -> [FoundToken] {
    let found: [FoundToken]
    switch (content, last?.outer) {
    case (.tokens(let tokens), _): found = tokens
    case (.json, .json(let document)?), (.json(let document), _): found = FoundToken.all(in: .json(document))
    default: found = []
    }
    return found.enumerated().sorted { left, right in
      let times = [left, right].map { $0.element.token.expires?.microseconds ?? .max }
      return times[0] == times[1] ? left.offset < right.offset : times[0] < times[1]
    }.map(\.element)
  }

  /// From the outermost to the innermost.
  package var encodings: [ValueEncoding] { steps.map(\.encoding) }

  /// The token, where it is one.
  package var token: WebToken? {
    if case .token(let token) = content { token } else { nil }
  }

  /// Whether it shows a token, of which nobody has checked the signature.
  package var hasToken: Bool { token != nil || !tokens.isEmpty }

  /// The time at which its first token expires; nil if none does.
  package var expires: Timestamp? { token?.expires ?? tokens.first?.token.expires }

  /// The time from which the decoded content is past: a token's expiry, or the time itself. Nil for other content.
  package var moment: Timestamp? {
    switch content {
    case .token, .tokens, .json: expires
    case .time(let time): time
    case .text, .bytes: nil
    }
  }

  /// The reason why it cannot be edited decoded; nil if it can.
  package var whyReadOnly: String? {
    switch content {
    case .token, .tokens: "A changed JWT would no longer fit its signature. Edit the raw value."
    case .bytes: "Bytes that are not text cannot be edited here."
    case .text, .json, .time: nil
    }
  }

  /// As it is shown.
  package var shown: SharedValue {
    switch content {
    case .text(let text): .text(text)
    case .bytes(let bytes): .bytes(bytes)
    case .json(let value): .json(value)
    case .token(let token): .json(token.json)
    case .tokens(let tokens): .json(Self.document(of: tokens))
    case .time(let time): .text(time.iso8601)
    }
  }

  /// `base64 → gzip → JSON`, `JWT HS256 · expires in 3 min 20 s · signature not checked`.
  package func title(at now: Timestamp) -> String {
    heading(at: now) + (hasToken ? " · signature not checked" : "")
  }

  /// The same without what nobody has checked: `JWT HS256 · expires in 3 min 20 s`.
  package func heading(at now: Timestamp) -> String {
    let words = encodings.map(\.words) + innermost
    let path = words.isEmpty ? ValueEncoding.tokensInStrings.words : words.joined(separator: " → ")
    switch content {
    case .token(let token):
      return
        "\(path) \(token.algorithm.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) · \(token.validity(at: now))"
    case .time(let time):
      let span = SpanText.text(now.duration(to: time))
      return "\(path) · \(time > now ? "in \(span)" : "\(span) ago") · \(time.localDate) \(time.localClock) local time"
    case .tokens, .json: return path + tokenWords(at: now)
    case .text, .bytes: return path
    }
  }

  /// ` · .auth.access expires in 3 min 20 s, 1 more`
  private func tokenWords(at now: Timestamp) -> String {
    guard let first = tokens.first else { return "" }
    let place = first.place.isEmpty ? "" : "\(first.place) "
    let more = tokens.count > 1 ? ", \(tokens.count - 1) more" : ""
    return " · \(place)\(first.token.validity(at: now))\(more)"
  }

  /// The tokens of a text by what stands before them, otherwise by their number.
  private static func document(of tokens: [FoundToken]) -> JSONValue {
    var object = JSONObject()
    for (place, found) in tokens.enumerated() {
      let name = found.name ?? "token"
      object[object[name] == nil ? name : "\(name) \(place + 1)"] = found.token.json
    }
    return .object(object)
  }

  /// The kind of the innermost content, if the last encoding does not imply it; otherwise empty.
  private var innermost: [String] {
    switch (encodings.last, content) {
    case (.gzip?, .text), (.base64?, .text): ["text"]
    case (.gzip?, .bytes), (.base64?, .bytes): ["bytes"]
    default: []
    }
  }
}

// Back into the original encoding.
extension DecodedValue {
  /// The value in its original encoding, for another text in place of what is shown.
  package func encoding(_ text: String) throws(DecodedEditError) -> SharedValue {
    switch content {
    case .text: return try encoding(.text(text))
    case .json:
      let document: JSONValue
      do throws(JSONSyntaxError) { document = try JSONValue(parsing: text) } catch { throw .syntax(error) }
      return try encoding(.json(document))
    case .time:
      guard let time = TimeForm.isoTime(text) ?? TimeForm.read(text)?.1 else { throw .noTime }
      return try encoding(.time(time))
    case .token, .tokens, .bytes: throw .readOnly
    }
  }

  /// The same for another document.
  package func encoding(_ document: JSONValue) throws(DecodedEditError) -> SharedValue {
    guard case .json = content else { throw .readOnly }
    return try encoding(.json(document))
  }

  private func encoding(_ new: DecodedContent) throws(DecodedEditError) -> SharedValue {
    var content = new
    for step in steps.reversed() {
      guard let outer = step.encode(content) else { throw .readOnly }
      content = outer
    }
    guard let value = content.value(kind) else { throw .readOnly }
    return value
  }
}

/// The reason why typed text cannot be encoded.
package enum DecodedEditError: Error, Hashable, Sendable {
  case syntax(JSONSyntaxError)
  case noTime
  case readOnly
}

extension DecodedContent {
  fileprivate init(_ value: SharedValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .json(let json): self = .json(json)
    case .bytes(let bytes): self = .unpacked(bytes)
    @unknown default: self = .bytes([])
    }
  }

  fileprivate func value(_ kind: SharedValue.Kind) -> SharedValue? {
    switch (self, kind) {
    case (.text(let text), .text): .text(text)
    case (.json(let json), .json): .json(json)
    case (.bytes(let bytes), .bytes): .bytes(bytes)
    case (.text(let text), .bytes): .bytes(Array(text.utf8))
    default: nil
    }
  }
}
