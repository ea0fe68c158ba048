extension Event {
  /// A response that was not loaded, because it was here already.
  public struct Skip: Sendable, Hashable, Codable {
    // As logs have it that were written before.
    private enum CodingKeys: String, CodingKey {
      case code, summary, source
      case response = "answer"
    }

    /// As the caller got it.
    public var response: ResponseSummary
    /// The reason, as `CachedResponse.code` has it.
    public var code: String
    /// One sentence with the numbers it was decided by.
    public var summary: String
    /// The exchange that brought it first.
    public var source: ExchangeID?

    /// A load that was skipped.
    package init(response: ResponseSummary, code: String, summary: String, source: ExchangeID? = nil) {
      self.response = response
      self.code = code
      self.summary = summary
      self.source = source
    }
  }

  /// A change of the cache.
  public struct CacheChange: Sendable, Hashable, Codable {
    // As logs have it that were written before.
    private enum CodingKeys: String, CodingKey {
      case name, group, method, url, server, endpoint, codec, exchange, size, model, remark
      case response = "answer"
    }

    /// The key of the entry's route, or else the name of its request.
    public var name: String?
    /// The discriminator; nil is the shared group.
    public var group: String?
    /// As it stands on the request line.
    public var method: String
    /// Masked.
    public var url: String
    /// The key of the server.
    public var server: String?
    /// Masked.
    public var endpoint: String
    /// The name of the codec.
    public var codec: String
    /// The exchange that brought the entry; nil when it was put there by hand, or removed.
    public var exchange: ExchangeID?
    /// Bytes of the body.
    public var size: Int
    /// The request's, masked.
    public var model: Model?
    /// The response's; nil for a removal.
    public var response: Model?
    /// A remark on the change; nil for most changes.
    public var remark: Remark?

    /// A remark on a change.
    @nonexhaustive public enum Remark: String, Sendable, Hashable, Codable {
      /// The server sent another body with the ETag of the one that was stored.
      case bodyChanged = "body changed under the same ETag"
    }

    /// A change of the cache.
    package init(
      name: String?, group: String?, method: String, url: String, server: String?, endpoint: String, codec: String,
      exchange: ExchangeID? = nil, size: Int, model: Model? = nil, response: Model? = nil
    ) {
      self.name = name
      self.group = group
      self.method = method
      self.url = url
      self.server = server
      self.endpoint = endpoint
      self.codec = codec
      self.exchange = exchange
      self.size = size
      self.model = model
      self.response = response
    }
  }
}

extension Event.CacheChange {
  init(_ entry: CacheEntry, response: Event.Model?) {
    self.init(
      name: entry.label.name, group: entry.key.group, method: entry.key.method, url: entry.label.url,
      server: entry.label.server, endpoint: entry.label.endpoint, codec: entry.label.codec, exchange: entry.exchange,
      size: entry.body.count, model: entry.label.model.map { model in Event.Model { model } }, response: response)
  }

  init(_ listing: CacheListing) {
    self.init(
      name: listing.label.name, group: listing.group, method: listing.method, url: listing.label.url,
      server: listing.label.server, endpoint: listing.label.endpoint, codec: listing.label.codec, size: listing.size,
      model: listing.label.model.map { model in Event.Model { model } })
  }
}
