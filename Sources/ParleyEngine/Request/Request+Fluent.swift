public import HTTPTypes

extension Request {
  public func named(_ name: String) -> Request {
    with { $0.name = name }
  }

  public func on(server key: String?) -> Request {
    with { $0.server = key }
  }

  /// Adds a query item behind those there are.
  public func query(_ name: String, _ value: String?) -> Request {
    with { $0.query.append(name, value) }
  }

  /// Adds query items behind those there are.
  public func query(_ query: Query) -> Request {
    with { $0.query.items += query.items }
  }

  /// Puts one item in the place of all of that name.
  public func settingQuery(_ name: String, _ value: String?) -> Request {
    with { request in
      request.query.items.removeAll { $0.name == name }
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

  public func body(_ body: Body?) -> Request {
    with { $0.body = body }
  }

  public func reading(with codec: any Codec) -> Request {
    with { $0.codec = codec }
  }

  /// Adds a validator behind those there are.
  public func validating(_ validator: Validator) -> Request {
    with { $0.validators.append(validator) }
  }

  public func options(_ options: TransferOptions) -> Request {
    with { $0.options = options }
  }

  /// The longest the whole transfer may take.
  public func timeout(_ timeout: Duration?) -> Request {
    with { $0.options.timeout = timeout }
  }

  public func keepingSecret(_ values: String...) -> Request {
    with { $0.secrets.formUnion(values) }
  }

  public func callID(_ id: String) -> Request {
    with { $0.callID = id }
  }

  private func with(_ change: (inout Request) -> Void) -> Request {
    var copy = self
    change(&copy)
    return copy
  }
}

extension HTTPField {
  /// A field that is exactly what was typed, or an error: nothing is cleaned up silently.
  public init(checking name: String, _ value: String) throws(InvalidRequest) {
    guard let fieldName = HTTPField.Name(name) else { throw .headerName(name) }
    guard HTTPField.isValidValue(value) else { throw .headerValue(name) }
    self.init(name: fieldName, value: value)
  }
}
