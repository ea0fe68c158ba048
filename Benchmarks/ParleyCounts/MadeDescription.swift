import ParleyEngine

/// A description in the manner of Kubernetes': two operations for each path, parameters by reference, and bodies whose
/// schemas refer to one another.
struct MadeDescription {
  let operations: Int

  var bytes: [UInt8] {
    let paths = (0..<(operations + 1) / 2).map { ("/apis/v1/namespaces/{namespace}/things\($0)/{name}", path($0)) }
    return JSONPrinter.pretty.bytes(
      of: [
        "swagger": "2.0", "info": ["title": "Things", "version": "v1"], "host": "127.0.0.1",
        "paths": .object(JSONObject(paths)), "definitions": .object(JSONObject(definitions)),
        "parameters": [
          "pretty": ["name": "pretty", "in": "query", "type": "string", "description": .string(Self.words)]
        ],
        "securityDefinitions": ["token": ["type": "apiKey", "in": "header", "name": "authorization"]],
        "security": [["token": []]],
      ])
  }

  private static let words = String(repeating: "what the field of the object is about ", count: 8)

  private func path(_ number: Int) -> JSONValue {
    [
      "parameters": [
        ["name": "namespace", "in": "path", "required": true, "type": "string"],
        ["name": "name", "in": "path", "required": true, "type": "string"],
      ],
      "get": operation("read", number), "put": operation("replace", number),
    ]
  }

  private func operation(_ verb: String, _ number: Int) -> JSONValue {
    let schema: JSONValue = ["$ref": .string("#/definitions/thing\(number % 20)")]
    var parameters: [JSONValue] = [["$ref": "#/parameters/pretty"]]
    for name in ["limit", "continue", "watch"] {
      parameters.append(["name": .string(name), "in": "query", "type": "string", "description": .string(Self.words)])
    }
    if verb == "replace" { parameters.append(["name": "body", "in": "body", "required": true, "schema": schema]) }
    return [
      "operationId": .string("\(verb)Thing\(number)"), "tags": ["things"], "consumes": ["*/*"],
      "description": .string(Self.words), "parameters": .array(parameters),
      "responses": ["200": ["description": "OK", "schema": schema]],
    ]
  }

  private var definitions: [(String, JSONValue)] {
    (0..<20).map { number in
      let fields = (0..<8).map { field -> (String, JSONValue) in
        let inner: JSONValue =
          field == 0 && number < 19
          ? ["$ref": .string("#/definitions/thing\(number + 1)")]
          : ["type": "string", "description": .string(Self.words)]
        return ("field\(field)", inner)
      }
      return ("thing\(number)", ["type": "object", "properties": .object(JSONObject(fields))])
    }
  }
}
