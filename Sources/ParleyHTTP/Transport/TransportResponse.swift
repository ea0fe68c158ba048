public import HTTPTypes

/// Status line and headers of a response.
public struct ResponseHead: Sendable, Hashable {
  /// The URL that answered, after all redirects.
  public var url: String
  /// That of the final response.
  public var status: HTTPResponse.Status
  /// The version of HTTP it came by.
  public var version: HTTPVersion
  /// In the order and casing they arrived in.
  public var headers: HTTPFields

  /// A head, for transports and tests.
  public init(url: String, status: HTTPResponse.Status, version: HTTPVersion = .http1_1, headers: HTTPFields = [:]) {
    self.url = url
    self.status = status
    self.version = version
    self.headers = headers
  }
}

/// Everything a transport brought back.
public struct TransportResponse: Sendable {
  private struct Fields: Sendable {
    var head: ResponseHead
    var body: any ByteSource
    var trailers = HTTPFields()
    var bytesOnWire: Int
    var timings: Timings
    var hops: [Hop]
    var wire: WireLog?
    var download: Download?
    var validationFailure: ValidationFailure?
  }

  /// Behind one reference: every step hands a response on, and few change it.
  @CopyOnWrite private var fields: Fields

  /// Status line and headers.
  public var head: ResponseHead {
    get { fields.head }
    set { fields.head = newValue }
  }

  /// Complete.
  public var body: any ByteSource {
    get { fields.body }
    set { fields.body = newValue }
  }

  /// The fields behind the body (RFC 9110 §6.5), in the order and casing they arrived in.
  public var trailers: HTTPFields {
    get { fields.trailers }
    set { fields.trailers = newValue }
  }

  /// Bytes of the body as they came over the wire, before decompression.
  public var bytesOnWire: Int {
    get { fields.bytesOnWire }
    set { fields.bytesOnWire = newValue }
  }

  /// How long each phase took.
  public var timings: Timings {
    get { fields.timings }
    set { fields.timings = newValue }
  }

  /// The redirects followed on the way, first to last.
  public var hops: [Hop] {
    get { fields.hops }
    set { fields.hops = newValue }
  }

  /// The bytes as sent and received, when the options asked for them.
  public var wire: WireLog? {
    get { fields.wire }
    set { fields.wire = newValue }
  }

  /// The download, if the body was to go to a file.
  public var download: Download? {
    get { fields.download }
    set { fields.download = newValue }
  }

  /// The reason why the response is not acceptable, if the transport knows it itself.
  public var validationFailure: ValidationFailure? {
    get { fields.validationFailure }
    set { fields.validationFailure = newValue }
  }

  /// A response, for transports and tests.
  public init(
    head: ResponseHead, body: any ByteSource, bytesOnWire: Int = 0, timings: Timings = .init(), hops: [Hop] = [],
    wire: WireLog? = nil
  ) {
    fields = Fields(head: head, body: body, bytesOnWire: bytesOnWire, timings: timings, hops: hops, wire: wire)
  }
}

/// One redirect that was followed.
public struct Hop: Sendable, Hashable {
  /// The URL that redirected.
  public var url: String
  /// That of the redirecting response.
  public var status: Int
  /// The target of the redirect, as an absolute URL.
  public var location: String
  /// Those of the redirecting response.
  public var headers: HTTPFields
  /// Names of the headers that were not carried on to another origin.
  public var droppedHeaders: [String]

  /// A redirect that a transport followed.
  public init(url: String, status: Int, location: String, headers: HTTPFields = [:], droppedHeaders: [String] = []) {
    self.url = url
    self.status = status
    self.location = location
    self.headers = headers
    self.droppedHeaders = droppedHeaders
  }
}
