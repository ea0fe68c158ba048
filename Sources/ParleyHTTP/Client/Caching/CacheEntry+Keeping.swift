import HTTPTypes

extension CacheEntry {
  init(
    _ key: CacheKey, _ response: Response, of prepared: PreparedRequest, varying headers: HTTPFields,
    requestedAt: Timestamp, receivedAt: Timestamp
  ) {
    let head = ResponseHead(
      url: response.url, status: response.status, version: response.version, headers: response.headers)
    let names = response.headers.varyingNames ?? []
    self.init(
      key: key, label: CacheLabel(prepared, key), head: head, body: response.body,
      varying: HTTPFields(headers.filter { names.contains($0.name) }), exchange: prepared.id,
      requestedAt: requestedAt, receivedAt: receivedAt, timeToLive: prepared.request.cache.wishedTime,
      isSecret: prepared.isSecret || response.isSecret || !response.secrets.isEmpty
        || CacheControl(head.headers).contains("no-store"))
    trailers = response.trailers
    secrets = prepared.request.secrets
    secrets.formUnion(response.secrets)
    label.varying = shownVariant
  }

  /// The headers it varies by besides credentials, which have a name of their own; masked.
  package var shownVariant: String? {
    let shown = varying.filter { !$0.name.isCredential }
      .map { "\($0.name.canonicalName): \(secrets.maskingForeign($0.value))" }
    return shown.isEmpty ? nil : shown.sorted().joined(separator: ", ")
  }
}

extension CacheLabel {
  init(_ prepared: PreparedRequest, _ key: CacheKey) {
    let (request, secrets) = (prepared.request, prepared.request.secrets)
    let model = key.model?.json ?? request.model.flatMap { try? JSONValue(encoding: $0, as: prepared.codec.coding) }
    self.init(
      name: request.route?.key ?? request.name, server: prepared.server, endpoint: secrets.masking(prepared.endpoint),
      codec: prepared.codec.name, url: secrets.masking(prepared.url),
      model: model.map(secrets.masking))
    credentials = key.identity.name
  }
}

extension CacheStorage {
  /// The headers that a request is sent with, its credentials by their digest.
  func concealing(_ wire: TransportRequest) throws(RepositoryError) -> HTTPFields {
    var concealed = wire.headers
    for index in concealed.indices {
      let field = concealed[index]
      guard field.name.isCredential || wire.confidentialHeaders.contains(field.name) else { continue }
      let identity = CacheIdentity(try digest(of: [field.value]), of: [])
      concealed[index] = HTTPField(name: field.name, value: identity.digest)
    }
    return concealed
  }
}

extension CacheKey.Model {
  /// As JSON, where it is something to read.
  package var json: JSONValue? {
    switch self {
    case .json(let value): value
    case .text(let text): .string(text)
    case .typed(_, let bytes): String(validating: bytes, as: UTF8.self).map(JSONValue.string)
    case .bytes: nil
    }
  }
}
