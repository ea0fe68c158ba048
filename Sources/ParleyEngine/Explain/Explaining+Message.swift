import HTTPTypes

// What goes over the wire.

extension Explaining {
  var urlLines: [Explanation.Line] {
    [methodLine] + serverLines + [endpointLine] + placeLines + queryLines
      + [.init(name: "url", value: prepared.url, origin: .request)]
  }

  private var methodLine: Explanation.Line {
    let origin = origin(isOwn: original.method != nil, isRoute: route?.method != nil, otherwise: .standard)
    return .init(name: "method", value: prepared.methodName, origin: origin)
  }

  private var serverLines: [Explanation.Line] {
    guard !URLText.isAbsolute(request.endpoint), let key = prepared.server else { return [] }
    let origin = origin(isOwn: original.server != nil, isRoute: route?.server != nil, otherwise: .client)
    let address = configuration.servers[key]?.address ?? ""
    return [.init(name: "server", value: "\(key): \(address)", origin: origin)]
  }

  private var endpointLine: Explanation.Line {
    .init(
      name: "endpoint", value: request.endpoint, origin: original.endpoint.isEmpty && route != nil ? .route : .request)
  }

  private var placeLines: [Explanation.Line] {
    let template = RequestPath(request, replaceComponents: configuration.replaceComponents).template
    let members =
      request.model.flatMap { try? JSONValue(encoding: $0, as: prepared.codec.coding).object } ?? JSONObject()
    return template.names.map { name in
      if let value = request.pathValues[name], !value.isNull {
        return .init(name: name, value: value.parameterText ?? "", origin: .request)
      }
      if let value = members[name], !value.isNull, request.pathValues[name] == nil {
        return .init(name: name, value: value.parameterText ?? "", origin: .model)
      }
      return .init(name: name, value: template.defaults[name] ?? "", origin: defaultOrigin(of: name))
    }
  }

  private func defaultOrigin(of name: String) -> Explanation.Origin {
    let isRoute = route?.endpoint.defaults[name] != nil
    return origin(isOwn: original.pathDefaults[name] != nil, isRoute: isRoute, otherwise: .client)
  }

  private var queryLines: [Explanation.Line] {
    parameters.query.enumerated().map { index, item in
      let isOwn = index < request.query.items.count
      return .init(name: item.name, value: item.value ?? "", origin: isOwn ? .request : .model)
    }
  }

  var headerLines: [Explanation.Line] {
    prepared.forTransport.headers.map { field in
      .init(name: field.name.rawName, value: field.value, origin: origin(of: field.name))
    }
  }

  private func origin(of header: HTTPField.Name) -> Explanation.Origin {
    if original.headers.contains(header) { return .request }
    if route?.headers.contains(header) == true { return .route }
    if configuration.defaultHeaders.contains(header) { return .client }
    return header == .accept ? .codec : .body
  }

  var bodyLines: [Explanation.Line] {
    guard let content = prepared.forTransport.content else { return [] }
    let origin: Explanation.Origin = original.body == nil ? .model : .request
    var lines = [
      Explanation.Line(name: "size", value: content.count.map { "\($0) bytes" } ?? "known at the end", origin: origin)
    ]
    if let start = content.textStart { lines.append(.init(name: "content", value: start, origin: origin)) }
    return lines
  }
}

extension BodyContent {
  private static let shown = 2000

  /// The beginning, where it is text in memory.
  fileprivate var textStart: String? {
    guard let bytes, let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return text.count > Self.shown ? text.prefix(Self.shown) + "…" : text
  }
}
