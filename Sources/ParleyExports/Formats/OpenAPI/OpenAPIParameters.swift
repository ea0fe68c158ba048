internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// The parameters of an operation: places of its path, rows of the query, headers. A row that is off is optional.
struct OpenAPIParameters {
  private let request: ExportedRequest
  private let address: OpenAPIAddress
  private let values: KnownValues

  init(_ request: ExportedRequest, _ address: OpenAPIAddress, _ values: KnownValues) {
    (self.request, self.address, self.values) = (request, address, values)
  }

  var json: [JSONValue] { path + query + headers }

  private var path: [JSONValue] {
    address.places.map { place in
      parameter(place.name, in: "path", isRequired: true, examples: [place.example])
    }
  }

  private var query: [JSONValue] {
    // A key that authentication sends is said there.
    let names = request.wholeQuery.map(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return names.map { name in
      let rows = request.wholeQuery.filter { $0.name == name }
      if let parameter = reserved(name, count: rows.count) { return parameter }
      return parameter(
        name, in: "query", isRequired: rows.contains(where: \.isOn), examples: rows.map { values.known($0.value) },
        isList: rows.count > 1)
    }
  }

  /// A parameter whose values stand in the URL, in characters that would be encoded otherwise; nil for any other.
  private func reserved(_ name: String, count: Int) -> JSONValue? {
    let pairs = request.written.filter { PercentText.decoded($0.name, plusIsBlank: true) == name }
    let values = pairs.compactMap(\.value)
    guard values.count == count, values.contains(where: { !WrittenText.isExact($0) }) else { return nil }
    var result = parameter(
      name, in: "query", isRequired: true, examples: values.map { self.values.known($0) }, isList: count > 1)
    result["allowReserved"] = true
    return result
  }

  /// Headers that a description says elsewhere (OpenAPI 3.1, §4.8.12.2.1).
  private static let elsewhere: Set<String> = ["accept", "content-type", "authorization"]

  private var headers: [JSONValue] {
    request.headers.filter { !Self.elsewhere.contains($0.name.lowercased()) }.map { row in
      parameter(row.name, in: "header", isRequired: row.isOn, examples: [values.known(row.value)])
    }
  }

  private func parameter(
    _ name: String, in place: String, isRequired: Bool, examples: [String?], isList: Bool = false
  ) -> JSONValue {
    let known = examples.compactMap(\.self).map { $0.asValue }
    var parameter: JSONValue = ["name": .string(name), "in": .string(place)]
    if isRequired { parameter["required"] = true }
    let item = known.isEmpty ? ["type": "string"] : InferredSchema(known).json
    parameter["schema"] = isList ? ["type": "array", "items": item] : item
    if let first = known.first { parameter["example"] = isList ? .array(known) : first }
    return parameter
  }
}

extension String {
  /// A number or a flag where the text is one as it would be written; otherwise text.
  fileprivate var asValue: JSONValue {
    guard let value = try? JSONValue(parsing: self), JSONPrinter.compact.string(of: value) == self else {
      return .string(self)
    }
    switch value {
    case .number, .bool: return value
    default: return .string(self)
    }
  }
}
