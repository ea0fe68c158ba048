import ParleyEngine

/// The name and value pairs of a query or of a form, decoded, in their order.
struct Query: Sendable {
  let pairs: [(name: String, value: String)]

  /// Reads `a=1&b=2`; `+` is a space and `%XX` a byte.
  init(parsing text: String) { pairs = FormEncoding.decode(Array(text.utf8)) }

  var json: JSONValue { .object(JSONObject(pairs.map { ($0.name, .string($0.value)) })) }

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
}
