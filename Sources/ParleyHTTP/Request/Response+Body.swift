// The body, read in the ways people want it.

extension Response {
  /// The whole body in memory.
  public func bytes() throws -> [UInt8] {
    try body.read(at: 0, count: body.count)
  }

  /// The body as the codec reads it. Read again at every call. A codec of your own gets the bytes as they came; those of the engine
  /// read text in the charset it is in.
  /// - Throws: the codec's error when it cannot read the bytes.
  public func content() throws -> Content {
    let content = try codec.read(bytes(of: codec), contentType: contentType(of: codec))
    // Other bytes than text are as they came.
    if case .bytes = content, codec is any ReadyCodec { return .bytes(try bytes()) }
    return content
  }

  /// The body for a codec: the engine's own get text as UTF-8.
  func bytes(of codec: any Codec) throws -> [UInt8] {
    try isConverted(for: codec) ? textBytes() : bytes()
  }

  /// Its type as it is for a codec, whose text may be UTF-8 by now.
  func contentType(of codec: any Codec) -> String? {
    isConverted(for: codec) ? "\(BodyType(contentType).name); charset=utf-8" : contentType
  }

  private func isConverted(for codec: any Codec) -> Bool {
    codec is any ReadyCodec && !(codec is BytesCodec) && textForm != .plain && textForm.unknown == nil
  }

  /// The body as JSON, whatever the codec.
  public func json() throws -> JSONValue {
    try JSONValue(parsing: textBytes())
  }

  /// The body as a JSON object.
  /// - Throws: `ReadingError.wrongKind` when it is other JSON, `JSONSyntaxError` when it is none.
  public func jsonObject() throws -> JSONObject {
    let value = try json()
    guard let object = value.object else {
      throw ReadingError.wrongKind(expected: "an object", found: value.kind.phrase)
    }
    return object
  }

  /// The body as a JSON array.
  /// - Throws: as `jsonObject()` does.
  public func jsonArray() throws -> [JSONValue] {
    let value = try json()
    guard let array = value.array else { throw ReadingError.wrongKind(expected: "an array", found: value.kind.phrase) }
    return array
  }

  /// The body as whatever a decoder of yours makes of it.
  public func decode<Decoder: BodyDecoder>(using decoder: Decoder) throws -> Decoder.Decoded {
    try decoder.decode(bytes())
  }

  /// The body as a model of yours; a JSON array decodes as a list of them. Dates, names and bytes are as the codec has them, and a
  /// codec that makes models in a way of its own makes this one.
  ///
  /// ```swift
  /// let items = try response.decode([Item].self)
  /// ```
  public func decode<Model: Decodable & Sendable>(_ type: Model.Type = Model.self) throws -> Model {
    try codec.decode(type, of: self) ?? codec.decode(type, from: json(), of: self)
  }

  /// The same of a model that must stay where it is made: only its dates, names and bytes are as the codec has them.
  public func decode<Model: Decodable>(_ type: Model.Type = Model.self) throws -> Model {
    try json().decode(type, as: codec.coding)
  }

  /// The body as text: in the charset of its byte order mark, of its type, or of its own declaration (XML, HTML); otherwise in the
  /// encoding given.
  public func text(encoding: TextEncoding = .utf8) throws -> String {
    if textForm != .plain { return String(decoding: try textBytes(), as: UTF8.self) }
    let named = contentType.flatMap { TextEncoding(contentType: $0) }
    return (named ?? encoding).decode(try bytes())
  }
}
