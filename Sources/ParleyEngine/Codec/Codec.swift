/// How an API speaks: what it is asked for, and how its answers are read.
///
/// The ready ones are `JSONCodec`, `FormCodec`, `TextCodec` and `BytesCodec`; `AutomaticCodec` stands where none is chosen.
public protocol Codec: Sendable {
  /// The name people choose it by.
  var name: String { get }
  /// What `Accept` says; nil sends `*/*`.
  var accept: String? { get }

  /// Reads the body of an answer.
  /// - Parameter contentType: as the server named it, if it did.
  /// - Throws: whatever says best why these bytes are not what the codec reads.
  func read(_ body: [UInt8], contentType: String?) throws -> Content

  /// Makes a body of a request's model, with its content type. JSON unless a codec says otherwise.
  /// - Throws: whatever says best why the model cannot be sent; the request fails then, and nothing goes out.
  func encode(_ model: any Encodable & Sendable, for call: CodecContext) throws -> Body
}

extension Codec {
  public func encode(_ model: any Encodable & Sendable, for call: CodecContext) throws -> Body {
    .json(encoding: model)
  }
}
