/// Maps between the models of a program and the documents of an API, with what is known of the exchange at hand. Either
/// way may fail the request.
///
/// ```swift
/// struct CapitalMapper: DataMapper {
///   func encode(_ model: any Encodable & Sendable, in context: CodecContext) throws -> JSONValue {
///     var document = try JSONValue(encoding: model)
///     document["name"] = document["name"]?.string.map { .string($0.uppercased()) }
///     return document
///   }
/// }
/// route.mapping = Mapping(CapitalMapper())
/// ```
public protocol DataMapper: Sendable {
  /// The document that is sent for a model.
  func encode(_ model: any Encodable & Sendable, in context: CodecContext) throws -> JSONValue

  /// The model that a response is.
  func decode(_ document: JSONValue, in context: CodecContext) throws -> any Sendable
}

extension DataMapper {
  public func encode(_ model: any Encodable & Sendable, in context: CodecContext) throws -> JSONValue {
    try JSONValue(encoding: model, as: context.coding)
  }

  public func decode(_ document: JSONValue, in context: CodecContext) throws -> any Sendable {
    try context.wanted.map { try document.decode($0, as: context.coding) as any Sendable } ?? document
  }
}

/// Models as their `Codable` says.
public struct CodableMapper: DataMapper {
  /// The only one there is.
  public init() {}
}
