internal import ParleyEngine
internal import ParleyFiles
import ParleyText

// Bodies.
extension InsomniaImport {
  mutating func body(_ body: JSONValue?, _ headers: inout [Row], at id: String) -> BodyDefinition? {
    guard let body else { return nil }
    let type = body["mimeType"]?.string ?? ""
    if let fields = body["params"]?.array, !fields.isEmpty {
      if type.hasPrefix("multipart/") { return .multipart(fields.compactMap { part($0) }) }
      return .form(
        fields.compactMap { field in
          guard let name = field["name"]?.string else { return nil }
          let value = texts.value(PostmanText.text(field["value"]) ?? "", named: name)
          return Row(texts.templates.text(name), value, isOn: field["disabled"]?.bool != true)
        })
    }
    if let path = body["fileName"]?.string {
      return .file(
        FileDefinition(
          path: Located(texts.templates.text(path)),
          type: type.isEmpty || headers.contentType != nil ? nil : Located(type)))
    }
    guard let text = body["text"]?.string, !text.isEmpty else { return nil }
    if type == "application/graphql", let graphQL = graphQL(text, &headers) { return graphQL }
    if MediaTypeName(type).isJSON || MediaTypeName(headers.contentType ?? "").isJSON {
      let body = texts.jsonBody(text)
      if type != body.impliedContentType, !type.isEmpty { headers.setContentType(type) }
      return body
    }
    if !type.isEmpty {
      headers.setContentType(type)
    } else if headers.contentType == nil {
      headers.append(Row("Content-Type", "", isOn: false))
    }
    return .text(Located(texts.body(text)))
  }

  private mutating func graphQL(_ text: String, _ headers: inout [Row]) -> BodyDefinition? {
    guard let document = try? JSONValue(parsing: text), let query = document["query"]?.string else { return nil }
    let given = document["variables"]
    let variables = given?.string ?? given.flatMap { $0.isNull ? nil : JSONPrinter.compact.string(of: $0) }
    return texts.graphQLBody(
      query, variables: variables.flatMap { $0.trimmed.isEmpty ? nil : $0 },
      operation: document["operationName"]?.string.flatMap { $0.isEmpty ? nil : $0 }, &headers)
  }

  private mutating func part(_ part: JSONValue) -> PartDefinition? {
    guard let name = part["name"]?.string else { return nil }
    let isOn = part["disabled"]?.bool != true
    if part["type"]?.string == "file" {
      let path = part["fileName"]?.string ?? ""
      return PartDefinition(
        texts.templates.text(name), .file(path.isEmpty ? "choose-a-file" : texts.templates.text(path)),
        isOn: isOn && !path.isEmpty)
    }
    let type = part["multiline"]?.string.flatMap { $0.contains("/") ? $0 : nil }
    return PartDefinition(
      texts.templates.text(name), .text(texts.value(PostmanText.text(part["value"]) ?? "", named: name)), type: type,
      isOn: isOn)
  }
}
