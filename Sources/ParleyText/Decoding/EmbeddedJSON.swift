import ParleyEngine

/// The JSON documents and the tokens that stand as strings inside another document.
struct EmbeddedJSON: Hashable, Sendable {
  private struct Place: Hashable, Sendable {
    let path: ValuePath
    /// As it stands in the outer document.
    let text: String
    let value: JSONValue
    /// A token, which cannot be written anew.
    var isToken = false
  }

  /// The outer ones before those inside them.
  private var places: [Place] = []
  private static let most = 1000

  /// Whether there are but tokens.
  var hasOnlyTokens: Bool { places.allSatisfy(\.isToken) }

  /// - Returns: nil where there is none; otherwise the document with values in place of such strings.
  static func decode(_ value: JSONValue) -> (EmbeddedJSON, JSONValue)? {
    var found = EmbeddedJSON()
    let result = found.unfold(value, at: .root, depth: 0)
    return found.places.isEmpty ? nil : (found, result)
  }

  private mutating func unfold(_ value: JSONValue, at path: ValuePath, depth: Int) -> JSONValue {
    guard depth < 64 else { return value }
    switch value {
    case .string(let text):
      guard places.count < Self.most else { return value }
      if let token = WebToken(text) ?? AuthorizationScheme.credential(of: text).flatMap(WebToken.init) {
        places.append(Place(path: path, text: text, value: token.json, isToken: true))
        return token.json
      }
      guard let inner = Self.document(text) else { return value }
      let place = places.count
      places.append(Place(path: path, text: text, value: .null))
      let result = unfold(inner, at: path, depth: depth + 1)
      places[place] = Place(path: path, text: text, value: result)
      return result
    case .array(let elements):
      return .array(elements.enumerated().map { unfold($1, at: path.appending(.index($0)), depth: depth + 1) })
    case .object(let object):
      return .object(
        JSONObject(object.map { ($0.key, unfold($0.value, at: path.appending(.key($0.key)), depth: depth + 1)) }))
    default: return value
    }
  }

  /// An object or an array that stands in a text.
  static func document(_ text: String) -> JSONValue? {
    guard let first = text.utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      text.utf8.count > 1
    else { return nil }
    return try? JSONValue(parsing: text)
  }

  /// Puts the strings back; one in which nothing has changed is as it was. What is no longer there stays away.
  /// - Returns: nil where a token was changed.
  func encode(_ value: JSONValue) -> JSONValue? {
    places.reversed().reduce(value as JSONValue?) { result, place -> JSONValue? in
      guard let result, let now = result[place.path] else { return result }
      // One that was made a string by hand stays that string.
      if case .string = now { return result }
      if place.isToken, !now.isIdentical(to: place.value) { return nil }
      let text = now.isIdentical(to: place.value) ? place.text : JSONLayout.string(of: now, like: place.text)
      return result.replacing(at: place.path, with: .string(text)) ?? result
    }
  }
}

/// JSON laid out as another text is.
enum JSONLayout {
  static func string(of value: JSONValue, like text: String) -> String {
    (text.contains("\n") ? JSONPrinter.pretty : JSONPrinter.compact).string(of: value)
  }
}

extension JSONValue {
  /// Whether two are written the same: digits and order count.
  func isIdentical(to other: JSONValue) -> Bool {
    self == other && JSONPrinter.compact.bytes(of: self) == JSONPrinter.compact.bytes(of: other)
  }
}
