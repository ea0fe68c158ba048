extension Event {
  /// Which request an event is about.
  public struct Subject: Sendable, Hashable, Codable {
    /// Under which name the history knows the exchange.
    public var exchange: ExchangeID
    /// The request's name, for people, if it has one.
    public var name: String?
    /// As the caller gave it.
    public var callID: String?
    /// The run of a group it belongs to.
    public var groupID: String?
    /// The key of the server; nil when the request named none.
    public var server: String?
    /// The key of the request's route.
    public var route: String?
    /// The method as it is sent, such as `GET`.
    public var method: String
    /// Masked.
    public var url: String
    /// As the request has it: a path on the server, or a whole URL. Masked.
    public var endpoint: String?
    /// The name of the codec its response is read by.
    public var codec: String?
    /// After this time a front end may hold its user until the request ends.
    public var hold: Duration?
    /// The model it was made from, masked.
    public var model: Model?

    /// The request an event is about; URL, endpoint and model masked.
    package init(
      exchange: ExchangeID, name: String?, callID: String?, groupID: String? = nil, server: String?,
      route: String? = nil, method: String, url: String, endpoint: String? = nil, codec: String? = nil,
      hold: Duration? = nil, model: Model? = nil
    ) {
      self.exchange = exchange
      self.name = name
      self.callID = callID
      self.groupID = groupID
      self.server = server
      self.route = route
      self.method = method
      self.url = url
      self.endpoint = endpoint
      self.codec = codec
      self.hold = hold
      self.model = model
    }
  }

  /// A model as an event carries it: read when somebody asks, masked, and never written to disk, where the history keeps
  /// the exchange itself.
  public struct Model: Sendable, Hashable, Codable {
    private let read: @Sendable () -> JSONValue?

    package init(_ read: @escaping @Sendable () -> JSONValue?) {
      self.read = read
    }

    /// Nil when there is none, or it is no JSON.
    public var value: JSONValue? { read() }

    public static func == (left: Model, right: Model) -> Bool { left.value == right.value }
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }

    public init(from decoder: any Decoder) {
      self.init { nil }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}
