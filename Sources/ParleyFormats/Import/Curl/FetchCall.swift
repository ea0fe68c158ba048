internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// A call of `fetch` as browsers copy it, with literals for its URL and its options.
///
///     fetch("https://a.test/x", { "headers": { "accept": "*/*" }, "body": "{}", "method": "POST" });
struct FetchCall {
  let line: Int
  private let source: String

  /// Every call of a text.
  static func all(in text: String) -> [FetchCall] {
    text.ranges(of: "fetch(").map { range in
      FetchCall(
        line: text[..<range.lowerBound].count { $0.isNewline } + 1, source: String(text[range.upperBound...]))
    }
  }

  /// Without the comments in front.
  static func withoutComments(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .drop { String($0).trimmed.isEmpty || String($0).trimmed.hasPrefix("//") }.joined(separator: "\n")
  }

  func made(_ texts: inout ImportedTexts) throws(CurlCommandError) -> CurlRequest.Made {
    var literal = ScriptLiteral(source)
    guard let url = literal.value()?.string, url.isWholeURL else { throw .notLiteral(literal.nextWords) }
    var options = JSONValue.object([:])
    if literal.skip(",") {
      guard let value = literal.value() else { throw .notLiteral(literal.nextWords) }
      options = value
    }
    return Self.made(url, options, &texts)
  }

  private static func made(_ url: String, _ options: JSONValue, _ texts: inout ImportedTexts) -> CurlRequest.Made {
    var (request, notes) = (RequestDefinition(), [String]())
    let host = url[(url.firstRange(of: "://")?.upperBound ?? url.startIndex)...].prefix { !"/?#".contains($0) }
    texts.host = String(host)
    request.url = Located(texts.url(DotSegments.removed(from: url)))
    request.headers = headers(options["headers"], &texts, &notes)
    if let referrer = options["referrer"]?.string, referrer.isWholeURL {
      request.headers.append(Row("Referer", texts.url(referrer)))
    }
    if let body = options["body"], !body.isNull { request.body = self.body(body, &request.headers, &texts, &notes) }
    let method = options["method"]?.string?.uppercased() ?? "GET"
    request.method = method == "GET" ? nil : Located(method)
    if options["redirect"]?.string == "manual" { request.options.redirects = Located(0) }
    if options["credentials"]?.string == "include" {
      notes.append("The browser sends its cookies too, which the call does not have.")
    }
    return .init(definition: request, notes: notes)
  }

  private static func headers(
    _ source: JSONValue?, _ texts: inout ImportedTexts, _ notes: inout [String]
  ) -> [Row] {
    let pairs =
      source?.object?.map { ($0.key, $0.value) }
      ?? (source?.array ?? []).compactMap { pair in pair[0]?.string.flatMap { name in pair[1].map { (name, $0) } } }
    return pairs.compactMap { name, value in
      let text = value.string ?? JSONPrinter.compact.string(of: value)
      guard name.isToken, !text.contains(where: \.isNewline) else {
        notes.append("The header \(Printable.quoted(name)) was left out: it cannot be one.")
        return nil
      }
      return name.lowercased() == "accept-encoding" ? nil : Row(name, texts.header(name, text))
    }
  }

  /// A text without a type is plain text.
  private static func body(
    _ source: JSONValue, _ headers: inout [Row], _ texts: inout ImportedTexts, _ notes: inout [String]
  ) -> BodyDefinition? {
    guard let text = source.string else {
      notes.append("Its body was left out: it is no text.")
      return nil
    }
    headers.setContentType("text/plain;charset=UTF-8")
    let type = headers.contentType ?? ""
    let name = MediaTypeName(type)
    if name.isForm, let pairs = ImportedForm.pairs(of: text) {
      if type == ImportedForm.type { headers.removeContentType() }
      return .form(pairs.map { Row($0.name, texts.value($0.value, named: $0.name)) })
    }
    guard name.isJSON else { return .text(Located(texts.body(text))) }
    let body = texts.jsonBody(text)
    if body.impliedContentType == type { headers.removeContentType() }
    return body
  }
}

/// Reads a literal of JavaScript: texts in any quotes, numbers, lists, maps, and `JSON.stringify` of one.
struct ScriptLiteral {
  private var rest: Substring
  private static let deepest = 64

  init(_ text: String) {
    rest = text[...]
  }

  /// The beginning of what could not be read.
  var nextWords: String { String(rest.prefix(40)) }

  mutating func skip(_ mark: Character) -> Bool {
    skipBlanks()
    guard rest.first == mark else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipBlanks() {
    while true {
      rest = rest.drop(while: \.isWhitespace)
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*"), let end = rest.firstRange(of: "*/") {
        rest = rest[end.upperBound...]
      } else {
        return
      }
    }
  }

  /// Nil for what is no literal.
  mutating func value(depth: Int = 0) -> JSONValue? {
    skipBlanks()
    guard depth < Self.deepest, let first = rest.first else { return nil }
    switch first {
    case "\"", "'", "`": return text().map { .string($0) }
    case "{": return object(depth)
    case "[": return array(depth)
    default: return word(depth)
    }
  }

  private mutating func word(_ depth: Int) -> JSONValue? {
    for call in ["JSON.stringify(", "new Headers(", "new URLSearchParams(", "String("] where rest.hasPrefix(call) {
      rest = rest.dropFirst(call.count)
      guard let inner = value(depth: depth + 1) else { return nil }
      while !skip(")") { guard skip(","), value(depth: depth + 1) != nil else { return nil } }
      return Self.result(of: call, inner)
    }
    let word = rest.prefix { $0.isLetter || $0.isNumber || "_$.-+".contains($0) }
    guard let value = ["undefined": JSONValue.null][String(word)] ?? (try? JSONValue(parsing: String(word))) else {
      return nil
    }
    rest = rest[word.endIndex...]
    return value
  }

  private static func result(of call: String, _ value: JSONValue) -> JSONValue {
    switch call {
    case "JSON.stringify(": return .string(JSONPrinter.compact.string(of: value))
    case "new URLSearchParams(":
      guard let members = value.object else { return value }
      let pairs = members.map { "\(form($0.key))=\(form($0.value.string ?? JSONPrinter.compact.string(of: $0.value)))" }
      return .string(pairs.joined(separator: "&"))
    default: return value
    }
  }

  private static func form(_ text: String) -> String {
    PercentText.encoded(text) { $0.isLetterOrDigit || "*-._".utf8.contains($0) }.replacing("%20", with: "+")
  }

  private mutating func object(_ depth: Int) -> JSONValue? {
    rest.removeFirst()
    var object = JSONObject()
    while !skip("}") {
      skipBlanks()
      let isText = rest.first == "\"" || rest.first == "'"
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
      if !isText { rest = rest[name.endIndex...] }
      guard let key = isText ? text() : String(name), !key.isEmpty, skip(":"), let value = value(depth: depth + 1)
      else {
        return nil
      }
      object[key] = value
      guard skip(",") || rest.drop(while: \.isWhitespace).first == "}" else { return nil }
    }
    return .object(object)
  }

  private mutating func array(_ depth: Int) -> JSONValue? {
    rest.removeFirst()
    var items: [JSONValue] = []
    while !skip("]") {
      guard let item = value(depth: depth + 1) else { return nil }
      items.append(item)
      guard skip(",") || rest.drop(while: \.isWhitespace).first == "]" else { return nil }
    }
    return .array(items)
  }

  /// A template of JavaScript with a value inside is no literal.
  private mutating func text() -> String? {
    guard let quote = rest.popFirst() else { return nil }
    var result = ""
    while let character = rest.popFirst() {
      switch character {
      case quote: return result
      case "\\":
        guard let next = rest.popFirst() else { return nil }
        guard let escape = escaped(next) else { return nil }
        result += escape
      case "$" where quote == "`" && rest.first == "{": return nil
      default: result.append(character)
      }
    }
    return nil
  }

  private mutating func escaped(_ character: Character) -> String? {
    switch character {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "b": return "\u{08}"
    case "f": return "\u{0C}"
    case "v": return "\u{0B}"
    case "0": return "\0"
    case "\n": return ""
    case "x": return scalar(2)
    case "u": return unit()
    default: return String(character)
    }
  }

  private mutating func scalar(_ count: Int) -> String? {
    let digits = rest.prefix(count)
    rest = rest.dropFirst(digits.count)
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }

  /// `\u0041`, `\u{1F600}`, or two halves of a character beyond 16 bits.
  private mutating func unit() -> String? {
    if rest.first == "{", let end = rest.firstIndex(of: "}") {
      let digits = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
    guard let first = UInt16(rest.prefix(4), radix: 16) else { return nil }
    rest = rest.dropFirst(4)
    guard UTF16.isLeadSurrogate(first) else { return String(decoding: [first], as: UTF16.self) }
    guard rest.hasPrefix("\\u"), let second = UInt16(rest.dropFirst(2).prefix(4), radix: 16) else { return "\u{FFFD}" }
    rest = rest.dropFirst(6)
    return String(decoding: [first, second], as: UTF16.self)
  }
}
