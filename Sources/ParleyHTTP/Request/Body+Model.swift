// Bodies made of models.

extension Body {
  /// A model's properties as `application/x-www-form-urlencoded`, lists and objects as in a query.
  /// - Throws: `InvalidRequest.model` when it encodes itself to anything but an object.
  public static func form(
    encoding model: any Encodable & Sendable, style: QueryStyle = .brackets, as coding: JSONCoding = .standard
  ) throws(InvalidRequest) -> Body {
    .form(try fields(of: model, style: style, coding))
  }

  /// A model's properties as the fields of a `multipart/form-data` body, with files behind them.
  /// - Throws: `InvalidRequest.model` when it encodes itself to anything but an object.
  public static func multipart(
    encoding model: any Encodable & Sendable, style: QueryStyle = .brackets, files: [Part] = [],
    as coding: JSONCoding = .standard
  ) throws(InvalidRequest) -> Body {
    .multipart(fields: try fields(of: model, style: style, coding), files: files)
  }

  /// Bytes or text as they are.
  /// - Throws: `InvalidRequest.model` for anything else.
  public static func raw(_ model: any Encodable & Sendable) throws(InvalidRequest) -> Body {
    if let bytes = model as? [UInt8] { return .bytes(bytes) }
    if let text = model as? String ?? (model as? JSONValue)?.string { return .text(text) }
    throw .model("without serialization only bytes and text can be sent")
  }

  private static func fields(
    of model: any Encodable & Sendable, style: QueryStyle, _ coding: JSONCoding
  ) throws(InvalidRequest) -> [(name: String, value: String)] {
    try Query(encoding: model, style: style, as: coding).items.map { ($0.name, $0.value ?? "") }
  }
}

extension Request {
  /// The body a model makes, by the request's serialization or else by its codec.
  func body(of model: any Encodable & Sendable, by codec: any Codec, for call: CodecContext) throws(InvalidRequest)
    -> Body
  {
    guard let serialization else { return try Self.encoded { try codec.encode(model, for: call) } }
    return switch serialization {
    case .json: .json(encoding: model)
    case .url: try .form(encoding: model, style: queryStyle ?? .brackets, as: codec.coding)
    case .form: try .multipart(encoding: model, style: queryStyle ?? .brackets, as: codec.coding)
    case .none: try .raw(model)
    }
  }

  /// The body of the parts, together with the fields of a model.
  func multipart(with model: (any Encodable & Sendable)?, by codec: any Codec) throws(InvalidRequest) -> Body {
    guard let model else { return .multipart(parts) }
    return try .multipart(encoding: model, style: queryStyle ?? .brackets, files: parts, as: codec.coding)
  }

  private static func encoded(_ encode: () throws -> Body) throws(InvalidRequest) -> Body {
    do {
      return try encode()
    } catch let error as InvalidRequest {
      throw error
    } catch {
      throw .encoding(String(describing: error))
    }
  }
}
