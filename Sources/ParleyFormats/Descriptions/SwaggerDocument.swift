internal import ParleyEngine

/// A description of version 2 (Swagger), said as one of version 3. Its definitions stay where they are, so that references to
/// them hold.
struct SwaggerDocument {
  private let document: JSONValue

  init(_ document: JSONValue) {
    self.document = document
  }

  static func isOne(_ document: JSONValue) -> Bool { document["swagger"] != nil }

  func openAPI() -> JSONValue {
    var result = document
    result["servers"] = servers
    result["components"] = ["securitySchemes": .object(securitySchemes)]
    result["paths"] = .object(JSONObject((document["paths"]?.object ?? [:]).map { ($0.key, pathItem($0.value)) }))
    return result
  }

  /// One for each scheme. Without a host the description's own would hold, which is not known here.
  private var servers: JSONValue? {
    let base = document["basePath"]?.string ?? ""
    guard let host = document["host"]?.string else { return base.isEmpty ? nil : [["url": .string(base)]] }
    return .array(schemes.map { ["url": .string("\($0)://\(host)\(base)"), "description": .string($0)] })
  }

  private var schemes: [String] { document["schemes"]?.array?.compactMap(\.string) ?? ["https"] }

  /// Of an operation that is not sent with the document's scheme.
  private func servers(of operation: JSONValue) -> JSONValue? {
    guard let host = document["host"]?.string, let own = operation["schemes"]?.array?.compactMap(\.string),
      let first = own.first, !schemes.contains(where: own.contains)
    else { return nil }
    return [["url": .string("\(first)://\(host)\(document["basePath"]?.string ?? "")"), "description": .string(first)]]
  }

  private var securitySchemes: JSONObject {
    JSONObject(
      (document["securityDefinitions"]?.object ?? [:]).map { name, scheme in
        switch scheme["type"]?.string {
        case "basic": (name, ["type": "http", "scheme": "basic"])
        case "oauth2": (name, ["type": "oauth2", "flows": .object([Self.flow(scheme): scheme])])
        default: (name, scheme)
        }
      })
  }

  private static func flow(_ scheme: JSONValue) -> String {
    switch scheme["flow"]?.string {
    case "application": "clientCredentials"
    case "accessCode": "authorizationCode"
    case let flow: flow ?? "implicit"
    }
  }
}

// Operations: bodies and forms are parameters in version 2.
extension SwaggerDocument {
  private func pathItem(_ item: JSONValue) -> JSONValue {
    let shared = parameters(item["parameters"])
    var result = item
    result["parameters"] = .array(shared.filter { !Self.isBody($0) }.map(Self.parameter))
    for (method, operation) in item.object ?? [:] where DescribedOperation.methods.contains(method) {
      result[method] = self.operation(operation, shared)
    }
    return result
  }

  private func operation(_ operation: JSONValue, _ shared: [JSONValue]) -> JSONValue {
    var result = operation
    let own = parameters(operation["parameters"])
    result["parameters"] = .array(own.filter { !Self.isBody($0) }.map(Self.parameter))
    if let servers = servers(of: operation) { result["servers"] = servers }
    let types = (operation["consumes"] ?? document["consumes"])?.array?.compactMap(\.string) ?? []
    result["requestBody"] = Self.body((own.isEmpty ? [] : own) + shared, types)
    let given = (operation["produces"] ?? document["produces"])?.array?.compactMap(\.string) ?? ["application/json"]
    result["responses"] = .object(
      JSONObject((operation["responses"]?.object ?? [:]).map { ($0.key, response($0.value, types: given)) }))
    return result
  }

  /// With what they refer to in their place.
  private func parameters(_ list: JSONValue?) -> [JSONValue] {
    (list?.array ?? []).map { parameter in
      guard let name = parameter["$ref"]?.string?.split(separator: "/").last else { return parameter }
      return document["parameters"]?[String(name)] ?? parameter
    }
  }

  private static func isBody(_ parameter: JSONValue) -> Bool {
    ["body", "formData"].contains(parameter["in"]?.string)
  }

  /// A parameter as version 3 has it, with a schema. In version 2 the schema's keys are those of the parameter itself.
  private static func parameter(_ parameter: JSONValue) -> JSONValue {
    var result = parameter
    result["schema"] = parameter
    for (key, value) in style(of: parameter) { result[key] = value }
    return result
  }

  /// How the values of a list are put together: with commas, unless `collectionFormat` says otherwise.
  private static func style(of parameter: JSONValue) -> JSONObject {
    guard parameter["type"]?.string == "array" else { return [:] }
    let styles = ["ssv": "spaceDelimited", "tsv": "tabDelimited", "pipes": "pipeDelimited", "multi": "form"]
    let format = parameter["collectionFormat"]?.string ?? "csv"
    var style: JSONObject = ["explode": .bool(format == "multi")]
    if let name = styles[format] { style["style"] = .string(name) }
    return style
  }

  private static func body(_ parameters: [JSONValue], _ types: [String]) -> JSONValue? {
    if let body = parameters.first(where: { $0["in"]?.string == "body" }) {
      let media: JSONValue = ["schema": body["schema"] ?? [:]]
      let names = types.isEmpty ? ["application/json"] : types
      return ["content": .object(JSONObject(names.map { ($0, media) }))]
    }
    let fields = parameters.filter { $0["in"]?.string == "formData" }
    guard !fields.isEmpty else { return nil }
    let hasFile = fields.contains { $0["type"]?.string == "file" }
    let type =
      hasFile || types.contains("multipart/form-data") ? "multipart/form-data" : "application/x-www-form-urlencoded"
    let properties = JSONObject(fields.map { ($0["name"]?.string ?? "", Self.field($0)) })
    let encoding = JSONObject(
      fields.filter { $0["type"]?.string == "array" }.map { field -> (String, JSONValue) in
        var style = style(of: field)
        if style["style"] == nil { style["style"] = "form" }
        return (field["name"]?.string ?? "", .object(style))
      })
    return [
      "content": .object([
        type: ["schema": ["type": "object", "properties": .object(properties)], "encoding": .object(encoding)]
      ])
    ]
  }

  private static func field(_ field: JSONValue) -> JSONValue {
    field["type"]?.string == "file" ? ["type": "string", "format": "binary"] : field
  }

  /// Its schema and its examples, by content type.
  private func response(_ response: JSONValue, types: [String]) -> JSONValue {
    var result = response
    if let name = response["$ref"]?.string?.split(separator: "/").last {
      result = document["responses"]?[String(name)] ?? response
    }
    let examples = result["examples"]?.object ?? [:]
    var content = JSONObject()
    if let schema = result["schema"] {
      for type in types { content[type] = ["schema": schema] }
    }
    for (type, example) in examples {
      var media = content[type] ?? [:]
      media["example"] = example
      content[type] = media
    }
    if !content.isEmpty { result["content"] = .object(content) }
    return result
  }
}
