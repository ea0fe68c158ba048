public import HTTPTypes

/// A response, whatever its status.
///
/// A value that is cheap to hand on: it is two references, whatever it holds.
///
/// ```swift
/// let response = try await client.send(.get("/items"))
/// if response.status == .ok {
///   let items = try response.decode([Item].self)
/// }
/// ```
public struct Response: Sendable {
  private struct Core: Sendable {
    var received: TransportResponse
    var codec: any Codec
  }

  /// The findings about a response; most responses have none.
  private struct Remarks: Sendable {
    var validationFailure: ValidationFailure?
    var error: (any ExplainedError)?
    var model: (any Sendable)?
    var notKept: RepositoryError?
    var secrets = Secrets()
    var capturedPaths: [ValuePath] = []
    var isSecret = false
    var cached: CachedResponse?
    var sharedSince: CacheInvalidations.Mark?
    var hasChangedUnderTag = false
  }

  @CopyOnWrite private var core: Core
  private var remarks: CopyOnWrite<Remarks>?

  /// A response as a transport brought it, whose body this codec reads.
  public init(_ received: TransportResponse, codec: any Codec) {
    core = Core(received: received, codec: codec)
  }

  /// The reason a validator rejected it; nil when all accepted.
  public var validationFailure: ValidationFailure? {
    get { remarks?.wrappedValue.validationFailure }
    set { remark { $0.validationFailure = newValue } }
  }

  /// The reason it is not accepted: its `validationFailure`, the `ReadingError` of its body, or the `APIError` of its
  /// family; nil when it is accepted.
  public internal(set) var error: (any ExplainedError)? {
    get { remarks?.wrappedValue.error ?? validationFailure }
    set { remark { $0.error = newValue } }
  }

  /// The model its body was read as; nil where nobody said what is wanted.
  public internal(set) var model: (any Sendable)? {
    get { remarks?.wrappedValue.model }
    set { remark { $0.model = newValue } }
  }

  /// The reason the history could not keep this exchange; nil when it did.
  package var notKept: RepositoryError? {
    get { remarks?.wrappedValue.notKept }
    set { remark { $0.notKept = newValue } }
  }

  /// The secrets captured from it, for masking it on screen.
  package var secrets: Secrets {
    get { remarks?.wrappedValue.secrets ?? Secrets() }
    set { remark { $0.secrets = newValue } }
  }

  /// The places in its body of what was taken from it and nobody may see.
  var capturedPaths: [ValuePath] {
    get { remarks?.wrappedValue.capturedPaths ?? [] }
    set { if !newValue.isEmpty { remark { $0.capturedPaths = newValue } } }
  }

  /// Whether it is a secret by where it came from: a secret went along with its request, or it came out of a sealed entry
  /// of the cache. Then what is kept of it is encrypted, and what is taken from it is a secret too.
  package internal(set) var isSecret: Bool {
    get { remarks?.wrappedValue.isSecret ?? false }
    set { remark { $0.isSecret = newValue } }
  }

  /// The reason it was served from the cache; nil when the server sent all of it.
  public internal(set) var cached: CachedResponse? {
    get { remarks?.wrappedValue.cached }
    set { remark { $0.cached = newValue } }
  }

  /// The start of the request whose transfer brought it, where that was an earlier one than its own; nil otherwise.
  var sharedSince: CacheInvalidations.Mark? {
    get { remarks?.wrappedValue.sharedSince }
    set { remark { $0.sharedSince = newValue } }
  }

  /// Whether the cache had another body under the same ETag.
  var hasChangedUnderTag: Bool {
    get { remarks?.wrappedValue.hasChangedUnderTag ?? false }
    set { if newValue != hasChangedUnderTag { remark { $0.hasChangedUnderTag = newValue } } }
  }

  /// How the body is read.
  package var codec: any Codec {
    get { core.codec }
    set { core.codec = newValue }
  }

  private var received: TransportResponse {
    get { core.received }
    set { core.received = newValue }
  }

  private mutating func remark(_ change: (inout Remarks) -> Void) {
    var changed = remarks ?? CopyOnWrite(wrappedValue: Remarks())
    // Nobody else has it then, and it is changed where it is.
    remarks = nil
    change(&changed.wrappedValue)
    remarks = changed
  }
}

// As the transport brought it.
extension Response {
  /// The URL that answered, after all redirects.
  public var url: String {
    get { core.received.head.url }
    set { received.head.url = newValue }
  }

  /// The status of the final response, after all redirects.
  public var status: HTTPResponse.Status {
    get { core.received.head.status }
    set { received.head.status = newValue }
  }

  /// The version of HTTP it came by.
  public var version: HTTPVersion {
    get { core.received.head.version }
    set { received.head.version = newValue }
  }

  /// In the order and casing they arrived in.
  public var headers: HTTPFields {
    get { core.received.head.headers }
    set { received.head.headers = newValue }
  }

  /// The fields behind the body (RFC 9110 §6.5), in the order and casing they arrived in. A cache does not keep them.
  public var trailers: HTTPFields {
    get { core.received.trailers }
    set { received.trailers = newValue }
  }

  /// In memory, or in a file when it is large; read by windows.
  public var body: any ByteSource {
    get { core.received.body }
    set { received.body = newValue }
  }

  /// Bytes of the body as they came over the wire, before decompression.
  public var bytesOnWire: Int {
    get { core.received.bytesOnWire }
    set { received.bytesOnWire = newValue }
  }

  /// How long each phase took.
  public var timings: Timings {
    get { core.received.timings }
    set { received.timings = newValue }
  }

  /// The redirects followed on the way, first to last.
  public var hops: [Hop] {
    get { core.received.hops }
    set { received.hops = newValue }
  }

  /// The bytes as sent and received, when the options asked for them.
  public var wire: WireLog? {
    get { core.received.wire }
    set { received.wire = newValue }
  }

  /// The download, when its body was to go to a file; nil otherwise.
  public var download: Download? {
    get { core.received.download }
    set { received.download = newValue }
  }

  /// Whether a mock answered, and no server.
  public var isMock: Bool { version == .mock }

  /// Of several the first, as RFC 9110 §8.3 knows only one; of a WebSocket that of its transcript.
  public var contentType: String? {
    isWebSocket ? WebSocketEntry.contentType : headers.first { $0.name == .contentType }?.value
  }
}

extension Response {
  /// Whether every validator accepted it and it could be read as what was wanted. Without validators and a model a 404 is
  /// accepted, too: whether a status is an error is for ``Validator/status(in:)`` to say.
  public var isAccepted: Bool { error == nil }
}
