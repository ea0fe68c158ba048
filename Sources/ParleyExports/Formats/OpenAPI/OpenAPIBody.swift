internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// The body of an operation, with its schema and an example.
struct OpenAPIBody {
  private let request: ExportedRequest
  private let values: KnownValues

  init(_ request: ExportedRequest, _ values: KnownValues) {
    (self.request, self.values) = (request, values)
  }

  /// Nil where none is sent.
  var json: JSONValue? {
    guard let body = request.body else { return nil }
    let type = request.header("Content-Type").flatMap(values.known)?.plainType
    let (standard, media): (String, JSONValue) =
      switch body {
      case .json(let text): ("application/json", self.media(of: text.value))
      case .graphql(let query): ("application/json", self.media(of: query.asJSON))
      case .form(let rows): ("application/x-www-form-urlencoded", fields(rows))
      case .multipart(let parts): ("multipart/form-data", self.parts(parts))
      case .text(let text): ("text/plain", example(["type": "string"], values.known(text.value).map(JSONValue.string)))
      case .file(let file):
        (file.type?.value.plainType ?? "application/octet-stream", ["schema": ["type": "string", "format": "binary"]])
      }
    return ["required": true, "content": [type ?? standard: media]]
  }

  private func example(_ schema: JSONValue, _ value: JSONValue?) -> JSONValue {
    var media: JSONValue = ["schema": schema]
    media["example"] = value
    return media
  }

  /// The media type of a JSON text. A value that is known only when it is sent is described by its kind alone.
  private func media(of text: String) -> JSONValue {
    guard let json = TemplateJSON(text) else { return ["schema": [:]] }
    let document = filled(json.document, json)
    return example(InferredSchema([document]).json, document)
  }

  private func filled(_ value: JSONValue, _ json: TemplateJSON) -> JSONValue {
    switch value {
    case .string(let text):
      if let template = json.value(of: text) {
        let known = values.known("{{\(template.text)}}")
        return known.map { (try? JSONValue(parsing: $0)) ?? .string($0) } ?? .string("")
      }
      return .string(values.filled(json.text(of: text), or: { _ in "" }))
    case .array(let elements): return .array(elements.map { filled($0, json) })
    case .object(let members): return .object(JSONObject(members.map { ($0.key, filled($0.value, json)) }))
    case .null, .bool, .number: return value
    }
  }

  private func fields(_ rows: [Row]) -> JSONValue {
    var properties = JSONObject()
    var examples = JSONObject()
    for row in rows {
      properties[row.name] = ["type": "string"]
      if row.isOn { examples[row.name] = .string(values.filled(row.value, or: { _ in "" })) }
    }
    return example(["type": "object", "properties": .object(properties)], .object(examples))
  }

  private func parts(_ parts: [PartDefinition]) -> JSONValue {
    var properties = JSONObject()
    var examples = JSONObject()
    for part in parts {
      switch part.content {
      case .file: properties[part.name] = ["type": "string", "format": "binary"]
      case .text(let text):
        properties[part.name] = ["type": "string"]
        examples[part.name] = .string(values.filled(text, or: { _ in "" }))
      }
    }
    return example(
      ["type": "object", "properties": .object(properties)], examples.isEmpty ? nil : .object(examples))
  }
}
