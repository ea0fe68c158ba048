package import HTTPTypes

// What is made of texts.
extension Secrets {
  /// A value of this request with every secret masked, whatever its length.
  package func masking(_ value: JSONValue) -> JSONValue {
    isEmpty
      ? value : value.mappingText(of: nil) { text, name in name.map { masking(text, named: $0) } ?? masking(text) }
  }

  /// A value from elsewhere with every secret of eight bytes and more masked: in its texts, in its keys, and where a number
  /// is one.
  package func maskingForeign(_ value: JSONValue) -> JSONValue {
    isEmpty ? value : value.mappingText(of: nil) { text, _ in maskingForeign(text) }
  }

  /// Headers of a response: what is known to be a secret is masked, and so is what cookies hold, known or not.
  package func masking(_ headers: HTTPFields) -> HTTPFields {
    HTTPFields(headers.map { HTTPField(name: $0.name, value: maskingForeign(Self.maskingCookies(in: $0))) })
  }

  /// The value of a header; of one that carries cookies only their names, and what is said about them.
  package static func maskingCookies(in field: HTTPField) -> String {
    switch field.name {
    case .cookie: field.value.split(separator: ";").map { maskingCookie(in: $0) }.joined(separator: ";")
    case .setCookie: maskingFirstCookie(of: field.value)
    default: field.value
    }
  }

  /// The values that a header of cookies carries, which are secrets wherever they come back.
  package static func cookies(in field: HTTPField) -> [String] {
    switch field.name {
    case .cookie: field.value.split(separator: ";").map { String(cookieValue(of: $0)) }
    case .setCookie: field.value.split(separator: ";").prefix(1).map { String(cookieValue(of: $0)) }
    default: []
    }
  }

  private static func maskingFirstCookie(of line: String) -> String {
    let pair = line.prefix { $0 != ";" }
    return maskingCookie(in: pair) + line[pair.endIndex...]
  }

  private static func maskingCookie(in pair: Substring) -> String {
    let value = cookieValue(of: pair)
    return value.isEmpty ? String(pair) : pair[..<value.startIndex] + mask + pair[value.endIndex...]
  }

  /// Without the blanks and quotes around it.
  private static func cookieValue(of pair: Substring) -> Substring {
    let start = pair.firstIndex(of: "=").map { pair.index(after: $0) } ?? pair.startIndex
    let isAround: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\"" }
    let value = pair[start...].drop(while: isAround)
    return value[..<(value.lastIndex { !isAround($0) }.map { value.index(after: $0) } ?? value.startIndex)]
  }
}

extension JSONValue {
  /// The same value with every text in it changed: keys too, and a number that does not stay the same becomes a text.
  /// - Parameters:
  ///   - name: of the member that holds it.
  ///   - change: is given the name of the member that holds a text; nil for a key.
  fileprivate func mappingText(of name: String?, _ change: (String, _ name: String?) -> String) -> JSONValue {
    switch self {
    case .string(let text): return .string(change(text, name))
    case .array(let elements): return .array(elements.map { $0.mappingText(of: name, change) })
    case .object(let members):
      return .object(JSONObject(members.map { (change($0.key, nil), $0.value.mappingText(of: $0.key, change)) }))
    case .number:
      let text = JSONPrinter.compact.string(of: self)
      let changed = change(text, name)
      return changed == text ? self : .string(changed)
    case .null, .bool: return self
    }
  }
}
