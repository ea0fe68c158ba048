/// The name and value pairs of a query or of a form, decoded, in their order.
struct Query: Equatable, Sendable {
  struct Pair: Equatable, Sendable {
    var name: String
    var value: String
  }

  let pairs: [Pair]

  /// Reads `a=1&b=2`; `+` is a space and `%XX` a byte.
  init(parsing text: String) {
    pairs = text.split(separator: "&").map { item in
      let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Pair(name: Query.decoded(sides[0]), value: sides.count > 1 ? Query.decoded(sides[1]) : "")
    }
  }

  subscript(name: String) -> String? {
    pairs.first { $0.name == name }?.value
  }

  func values(of name: String) -> [String] {
    pairs.filter { $0.name == name }.map(\.value)
  }

  /// A whole number within `bounds`, or `standard` where the query does not name it.
  ///
  /// - Throws: `Problem` 400 naming the parameter and its bounds.
  func integer(_ name: String, in bounds: ClosedRange<Int>, standard: Int) throws -> Int {
    guard let text = self[name] else { return standard }
    guard let value = Int(text), bounds.contains(value) else {
      throw Problem.badRequest(
        "The query parameter \(name) is not usable.", field: name,
        "must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound), not \(text)")
    }
    return value
  }

  private static func decoded(_ text: Substring) -> String {
    percentDecoded(text.replacing("+", with: " "))
  }
}

/// `text` with each `%XX` replaced by its byte; a `%` that begins no such thing stays.
func percentDecoded(_ text: some StringProtocol) -> String {
  var bytes: [UInt8] = []
  var rest = Array(text.utf8)[...]
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "%"), let value = hexadecimalByte(rest.prefix(2)) {
      bytes.append(value)
      rest = rest.dropFirst(2)
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

private func hexadecimalByte(_ digits: ArraySlice<UInt8>) -> UInt8? {
  guard digits.count == 2, digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else { return nil }
  return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
}
