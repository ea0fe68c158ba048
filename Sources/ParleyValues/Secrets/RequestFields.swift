package import HTTPTypes

/// The fields of a request, or of a text of one, for finding those that hold a secret of which nobody has said where it stands.
package struct RequestFields {
  /// The size limit in bytes: longer texts are not read for fields.
  private static let largestText = 1 << 20

  private var found: [(field: PlacedSecret.Field, text: String)] = []

  package init(url: String, headers: HTTPFields, body: [UInt8]?) {
    add(url: url)
    for field in headers { add(field.value, in: .header(field.name.rawName)) }
    if let body { add(text: body) }
  }

  /// - Parameter name: of the field whose value the text is, where it is one.
  init(of text: UnsafeBufferPointer<UInt8>, named name: String?) {
    if let name {
      add(String(decoding: text, as: UTF8.self), in: .header(name))
    } else {
      add(text: Array(text))
    }
  }

  func places(of value: String) -> Set<PlacedSecret> {
    let whole = found.filter { Self.isWritten(value, as: $0.text) }.map { PlacedSecret(value, in: $0.field) }
    let words = found.compactMap { field, text -> PlacedSecret? in
      guard case .header = field, text.hasSuffix(" \(value)") else { return nil }
      return PlacedSecret(value, in: field, before: String(text.dropLast(value.count)))
    }
    return Set(whole + words)
  }

  private static func isWritten(_ value: String, as text: String) -> Bool {
    var text = text
    return text.withUTF8 { PlacedSecretSearch(in: $0).range(ofWhole: PlacedSecret(value, in: .text)) != nil }
  }

  private mutating func add(_ text: String, in field: PlacedSecret.Field) {
    if !text.isEmpty { found.append((field, text)) }
  }
}

// Reading them.
extension RequestFields {
  private mutating func add(url: String) {
    let whole = url.prefix { $0 != "#" }
    let parts = whole.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = parts.first else { return }
    let address = path.firstRange(of: "://").map { path[$0.upperBound...] } ?? path
    for segment in address.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      add(String(segment), in: .path)
    }
    if parts.count > 1 { add(pairs: parts[1]) }
  }

  private mutating func add(pairs: some StringProtocol) {
    for pair in pairs.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if sides.count == 2 { add(String(sides[1]), in: .parameter(String(sides[0]))) }
    }
  }

  /// Whatever it is: JSON, a form, lines of headers, words with a URL among them.
  private mutating func add(text bytes: [UInt8]) {
    guard bytes.count <= Self.largestText, let first = bytes.first else { return }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "["), let json = try? JSONValue(parsing: bytes) {
      return add(json, named: nil)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    add(text, in: .text)
    for line in text.split(whereSeparator: \.isNewline) { add(line: line) }
  }

  private mutating func add(line: Substring) {
    let words = line.split { " \t\"'<>".contains($0) }
    for word in words where word.contains("://") || word.first == "/" { add(url: String(word)) }
    if words.count == 1, !line.contains("://") { add(pairs: words[0]) }
    let sides = line.split(separator: ":", maxSplits: 1)
    if sides.count == 2, HTTPField.Name(String(sides[0])) != nil {
      add(String(sides[1].drop { $0 == " " }), in: .header(String(sides[0])))
    }
  }

  private mutating func add(_ json: JSONValue, named name: String?) {
    switch json {
    case .object(let object): for member in object { add(member.value, named: member.key) }
    case .array(let elements): for element in elements { add(element, named: name) }
    case .string, .number: if let name { add(json.parameterText ?? "", in: .member(name)) }
    case .null, .bool: break
    }
  }
}
