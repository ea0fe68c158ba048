extension Content {
  /// The content, without its case.
  public var model: any Sendable {
    switch self {
    case .json(let value): value
    case .form(let fields): fields
    case .text(let text): text
    case .bytes(let bytes): bytes
    }
  }

  /// The content as a JSON value: a form is an object of texts, whose repeated names are lists.
  /// - Throws: `ReadingError.notJSON` for text and bytes.
  public func json() throws(ReadingError) -> JSONValue {
    switch self {
    case .json(let value): return value
    case .form(let fields): return .object(Self.object(of: fields))
    case .text: throw .notJSON(reason: "it is text")
    case .bytes: throw .notJSON(reason: "it is bytes")
    }
  }

  /// The content, decoded as a model. Text and bytes are models as they are.
  public func decode<Model: Decodable>(
    _ type: Model.Type = Model.self, as coding: JSONCoding = .standard
  ) throws -> Model {
    if let model = self.model as? Model { return model }
    return try json().decode(type, as: coding)
  }

  private static func object(of fields: [FormField]) -> JSONObject {
    fields.reduce(into: JSONObject()) { object, field in
      let value = JSONValue.string(field.value)
      switch object[field.name] {
      case nil: object[field.name] = value
      case .array(let list)?: object[field.name] = .array(list + [value])
      case let single?: object[field.name] = .array([single, value])
      }
    }
  }

  static func encode(_ fields: [FormField]) -> [UInt8] {
    let pairs = fields.map { "\(FormEncoding.encode($0.name))=\(FormEncoding.encode($0.value))" }
    return Array(pairs.joined(separator: "&").utf8)
  }
}
