/// The envelope that an API wraps around its payloads: read beside the payload, and the same for all payloads of the
/// API.
///
/// ```swift
/// struct ShopEnvelope: Envelope {
///   var requestNumber: String
///   static let empty = ShopEnvelope(requestNumber: "")
///
///   static func payload(in body: JSONValue) -> JSONValue? { body["data"] }
/// }
/// ```
public protocol Envelope: Decodable, Sendable {
  /// The envelope of a response without a body (204).
  static var empty: Self { get }

  /// Finds the payload in the body; nil when it has none.
  static func payload(in body: JSONValue) -> JSONValue?
}

/// A response that was opened: its payload, and the envelope around it.
///
/// ```swift
/// let page = try await shop.prepare(.get("/items"), as: [Item].self).response()
/// show(page.payload, of: page.pagination?.total)
/// ```
@dynamicMemberLookup
public struct Enveloped<Payload: Sendable, Wrapping: Envelope>: Sendable {
  /// The response's payload; nil when it has none, or null.
  public var payload: Payload?
  /// The envelope around the payload.
  public var envelope: Wrapping
  /// The whole response, with status, headers and body.
  public var response: Response

  /// An opened response, for tests of what reads one.
  package init(payload: Payload?, envelope: Wrapping, response: Response) {
    self.payload = payload
    self.envelope = envelope
    self.response = response
  }

  /// A member of the envelope, by its own name: `page.pagination`.
  public subscript<Member>(dynamicMember path: KeyPath<Wrapping, Member>) -> Member {
    envelope[keyPath: path]
  }
}

extension Enveloped where Payload: Decodable {
  /// Opens a document. A payload that is absent or null is nil, one that is another model an error.
  init(_ document: JSONValue, by codec: any Codec, response: Response) throws {
    let payload = Wrapping.payload(in: document)
    self.init(
      payload: try payload.flatMap { $0.isNull ? nil : try codec.decode(Payload.self, from: $0, of: response) },
      envelope: try document.decode(Wrapping.self, as: codec.coding), response: response)
  }

  /// The result for a response without a body.
  static func empty(_ response: Response) -> Self {
    Self(payload: nil, envelope: .empty, response: response)
  }
}

/// No envelope: the body is the payload.
public struct BareEnvelope: Envelope, Hashable {
  public static let empty = BareEnvelope()

  /// The only one there is.
  public init() {}

  /// Anything is a bare body.
  public init(from decoder: any Decoder) {}

  public static func payload(in body: JSONValue) -> JSONValue? { body }
}
