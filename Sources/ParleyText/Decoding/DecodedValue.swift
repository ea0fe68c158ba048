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
    guard !steps.isEmpty else { return nil }
    self.steps = steps
    self.content = content
  }

  /// From the outermost to the innermost.
  package var encodings: [ValueEncoding] { steps.map(\.encoding) }

  /// The token, where it is one.
  package var token: WebToken? {
    if case .token(let token) = content { token } else { nil }
  }

  /// The time from which the decoded content is past: a token's expiry, or the time itself. Nil for other content.
  package var moment: Timestamp? {
    switch content {
    case .token(let token): token.expires
    case .time(let time): time
    case .text, .bytes, .json: nil
    }
  }

  /// The reason why it cannot be edited decoded; nil if it can.
  package var whyReadOnly: String? {
    switch content {
    case .token: "A changed JWT would no longer fit its signature. Edit the raw value."
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
    case .time(let time): .text(time.iso8601)
    }
  }

  /// `base64 → gzip → JSON`, `JWT HS256 · expires in 3 min 20 s · signature not checked`.
  package func title(at now: Timestamp) -> String {
    let path = (encodings.map(\.words) + innermost).joined(separator: " → ")
    switch content {
    case .token(let token):
      return
        "\(path) \(token.algorithm.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) · \(token.validity(at: now)) · signature not checked"
    case .time(let time):
      let span = SpanText.text(now.duration(to: time))
      return "\(path) · \(time > now ? "in \(span)" : "\(span) ago") · \(time.localDate) \(time.localClock) here"
    case .text, .bytes, .json: return path
    }
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
    case .token, .bytes: throw .readOnly
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
