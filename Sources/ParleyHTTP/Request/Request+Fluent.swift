public import HTTPTypes

extension Request {
  /// Names it for events and history.
  public func named(_ name: String) -> Request {
    with { $0.name = name }
  }

  /// Sends it to the server of this key; nil is the client's default server.
  public func on(server key: String?) -> Request {
    with { $0.server = key }
  }

  /// The request's own method, whatever its route says.
  public func method(_ method: HTTPRequest.Method) -> Request {
    with { $0.method = method }
  }

  /// Gives a place of the path its value: `:thingId` by `thingId`, a replace component by its word.
  public func path(_ name: String, _ value: (any ParameterValue)?) -> Request {
    with { $0.pathValues[name] = value?.parameter ?? .null }
  }

  /// Gives places of the path their values: `.path(["thingId": 42, "$0": "gandalf"])`.
  public func path(_ values: KeyValuePairs<String, (any ParameterValue)?>) -> Request {
    values.reduce(self) { $0.path($1.key, $1.value) }
  }

  /// Gives places of the path their values.
  public func path(_ values: [String: some ParameterValue]) -> Request {
    values.reduce(self) { $0.path($1.key, $1.value) }
  }

  /// Gives places of the path the values of a model's properties.
  /// - Throws: `InvalidRequest.model` when it encodes itself to anything but an object.
  public func path(
    from model: some Encodable, as coding: JSONCoding = .standard
  ) throws(InvalidRequest) -> Request {
    let members = try JSONObject(encoding: model, for: "a path", as: coding)
    return members.reduce(self) { $0.path($1.key, $1.value) }
  }

  /// Names replace components of the path, with what stands there when they have no value.
  public func replacing(_ defaults: [String: String]) -> Request {
    with { $0.pathDefaults.merge(defaults) { $1 } }
  }

  /// Sets the model, a value to send: see `Request.model`.
  public func model(_ model: (any Encodable & Sendable)?) -> Request {
    with { $0.model = model }
  }

  /// Sets the model as a literal: `.model(["n": 1, "note": "soon"])`.
  public func model(_ model: JSONValue) -> Request {
    with { $0.model = model }
  }

  /// Adds files or other parts that go along with the model's fields: `.attaching(.png("photo", pixels))`.
  public func attaching(_ parts: Part...) -> Request {
    with { $0.parts += parts }
  }

  /// How the model is sent.
  public func serialization(_ serialization: Serialization) -> Request {
    with { $0.serialization = serialization }
  }

  /// How lists stand in the query a model becomes.
  public func queryStyle(_ style: QueryStyle) -> Request {
    with { $0.queryStyle = style }
  }

  /// Adds a query item behind those there are.
  public func query(_ name: String, _ value: String?) -> Request {
    with { $0.query.append(name, value) }
  }

  /// Adds query items behind those there are.
  public func query(_ query: Query) -> Request {
    with { $0.query.items += query.items }
  }

  /// Adds query items behind those there are: `.query(["tags": ["low", "medium"]], style: .comma)`.
  public func query(_ values: KeyValuePairs<String, (any ParameterValue)?>, style: QueryStyle) -> Request {
    query(Query(values, style: style))
  }

  /// Puts one item in the place of all of that name.
  public func settingQuery(_ name: String, _ value: String?) -> Request {
    with { request in
      request.query.items.removeAll { $0.name.isIdentical(to: name) }
      request.query.append(name, value)
    }
  }

  /// Adds a header behind those there are, the name in the casing given.
  /// - Throws: `InvalidRequest.headerName` or `.headerValue` when RFC 9110 §5 does not allow it.
  public func header(_ name: String, _ value: String) throws(InvalidRequest) -> Request {
    let field = try HTTPField(checking: name, value)
    return with { $0.headers.append(field) }
  }

  /// Adds a header behind those there are.
  public func header(_ name: HTTPField.Name, _ value: String) -> Request {
    with { $0.headers.append(HTTPField(name: name, value: value)) }
  }

  /// Leaves a header out that the client, the body, the codec or the transport would add, such as `User-Agent`.
  public func omittingHeader(_ name: HTTPField.Name) -> Request {
    with { $0.omittedHeaders.insert(name) }
  }

  /// Sets the body, whatever the method; nil sends none.
  public func body(_ body: Body?) -> Request {
    with { $0.body = body }
  }

  /// Packs the body with gzip, or does not although its route would.
  public func compressingBody(_ compresses: Bool = true) -> Request {
    with { $0.compressesBody = compresses }
  }

  /// Reads the response by this codec.
  public func reading(with codec: any Codec) -> Request {
    with { $0.codec = codec }
  }

  /// Reads the response by the codec that the client knows by this key.
  public func reading(withCodec key: String) -> Request {
    with { $0.codecKey = key }
  }

  /// Reads the response as this type when it arrives; a response that is no such thing is a failure.
  ///
  /// ```swift
  /// let response = try await client.send(.get("/items").expecting([Item].self))
  /// let items = try response.model(as: [Item].self)
  /// ```
  public func expecting(_ type: any (Decodable & Sendable).Type) -> Request {
    with { $0.wanted = type }
  }

  /// Maps between model and document, both ways; nil is the route's mapping.
  public func mapping(_ mapping: Mapping?) -> Request {
    with { $0.mapping = mapping }
  }

  /// Adds a validator behind those there are.
  public func validating(_ validator: Validator) -> Request {
    with { $0.validators.append(validator) }
  }

  /// Sends it again when it fails, as the control decides; nil sends it once.
  public func retrying(_ control: (any RetryPolicy)?) -> Request {
    with { $0.retry = control }
  }

  /// How the transport goes about it, all options at once.
  public func options(_ options: TransferOptions) -> Request {
    with { $0.options = options }
  }

  /// Sends the response's body to a file, going on where an earlier download stopped if that is wanted.
  public func downloading(to path: String, resuming: Bool = false) -> Request {
    with { $0.destination = .file(path, resuming: resuming) }
  }

  /// Sends the response's body to a file of its own, which the response names.
  public func downloadingToTemporaryFile() -> Request {
    with { $0.destination = .temporary }
  }

  /// The longest the whole transfer may take.
  public func timeout(_ timeout: Duration?) -> Request {
    with { $0.options.timeout = timeout }
  }

  /// Masks these values in all that is told of it, and seals what is kept.
  public func keepingSecret(_ values: String...) -> Request {
    with { $0.secrets.formUnion(values) }
  }

  /// Goes along with every event of it.
  public func callID(_ id: String) -> Request {
    with { $0.callID = id }
  }

  /// The run of a group it belongs to; goes along with every event of it.
  public func groupID(_ id: String) -> Request {
    with { $0.groupID = id }
  }

  /// Decides, in place of the client's control, what happens when the same request is in flight already.
  public func duplicates(_ control: DeduplicationPolicy?) -> Request {
    with { $0.duplicates = control }
  }

  /// Lets a front end hold its user when the request takes longer than this.
  public func holdingUser(after delay: Duration = BlockingOverlay.standardDelay) -> Request {
    with { $0.hold = delay }
  }

  func with(_ change: (inout Request) -> Void) -> Request {
    var copy = self
    change(&copy)
    return copy
  }
}

extension HTTPField {
  /// A field as it was typed, or an error. Blanks at the ends of a value are no part of it (RFC 9110 §5.5).
  package init(checking name: String, _ value: String) throws(InvalidRequest) {
    guard let fieldName = HTTPField.Name(name) else { throw .headerName(name) }
    let value = value.withoutOuterBlanks
    guard HTTPField.isValidValue(value) else { throw .headerValue(name) }
    self.init(name: fieldName, value: value)
  }
}

extension String {
  /// Without the spaces and tabs at its ends.
  fileprivate var withoutOuterBlanks: String {
    let isBlank = { (byte: UInt8) in byte == .space || byte == UInt8(ascii: "\t") }
    guard utf8.first.map(isBlank) == true || utf8.last.map(isBlank) == true else { return self }
    let rest = utf8.drop(while: isBlank)
    let end = rest.lastIndex { !isBlank($0) }.map(rest.index(after:)) ?? rest.startIndex
    return String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
  }
}
