import ParleyFiles
import ParleyFormats
import ParleyWorkspace

/// Descriptions and collections of other programs, made into files.
enum ImportFuzz: Fuzz {
  static let name = "fuzz-imports"
  static let summary = "OpenAPI, Swagger, Postman, Insomnia, HAR, `.http` files and lists of curl commands"

  static let seeds = [
    """
    openapi: 3.0.3
    info: { title: Shop, version: "1" }
    servers: [{ url: "https://{host}/v1", variables: { host: { default: a.test } } }]
    paths:
      /items/{id}:
        parameters: [{ name: id, in: path, schema: { type: integer, example: 3 } }]
        post:
          tags: [items]
          operationId: addItem
          security: [{ key: [] }]
          requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
          responses: { "201": { description: ok } }
    components:
      securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
      schemas: { Item: { type: object, properties: { name: { type: string }, parts: { type: array, items: { $ref: "#/components/schemas/Item" } } } } }
    """,
    #"{"swagger":"2.0","info":{"title":"a","version":"1"},"host":"a.test","basePath":"/v1","paths":{"/b":{"get":{"parameters":[{"in":"query","name":"q","type":"string"}]}}}}"#,
    #"{"info":{"name":"p","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"auth":{"type":"bearer","bearer":[{"key":"token","value":"{{t}}"}]},"variable":[{"key":"t","value":"x"}],"item":[{"name":"f","item":[{"name":"r","event":[{"listen":"test","script":{"exec":["pm.environment.set(\"t\", pm.response.json().a)","pm.test(\"s\", () => pm.response.to.have.status(200))"]}}],"request":{"method":"POST","url":{"raw":"{{u}}/a?b=c","query":[{"key":"b","value":"c"}]},"header":[{"key":"A","value":"b"}],"body":{"mode":"raw","raw":"{\"a\":1}"}}}]}]}"#,
    #"{"_type":"export","__export_format":4,"resources":[{"_id":"wrk_1","_type":"workspace","name":"w"},{"_id":"req_1","parentId":"wrk_1","_type":"request","name":"r","method":"GET","url":"{{ _.base }}/a","headers":[{"name":"A","value":"b"}],"authentication":{"type":"basic","username":"u","password":"p"}}]}"#,
    #"{"log":{"version":"1.2","entries":[{"startedDateTime":"2026-01-01T00:00:00Z","request":{"method":"POST","url":"https://a.test/b?c=d","headers":[{"name":"Content-Type","value":"application/json"}],"postData":{"mimeType":"application/json","text":"{\"token\":\"abcdefgh\"}"}},"response":{"status":200,"headers":[],"content":{"mimeType":"application/json","text":"{\"id\":\"abcdefgh1234\"}"}}}]}}"#,
    "@host = https://a.test\n\n### one\n# @name login\nPOST {{host}}/login?a=b HTTP/1.1\nContent-Type: application/json\n\n{ \"a\": 1 }\n\n> {% client.global.set(\"t\", response.body.a); %}\n\n###\nGET {{host}}/b\n    ?c=d\n",
    "curl https://a.test/b -H 'A: b' \\\n  --data '{\"a\":1}'\ncurl -u ada:pw https://a.test/c;\n",
  ].map { Array($0.utf8) }

  static func mistake(with input: [UInt8], _ trial: Trial) async throws -> String? {
    guard let api = try? ImportedAPI(ImportSource("a.txt", input)) else { return nil }
    guard let plan = try? ImportPlan(api, at: "/nonexistent/\(trial.number)") else { return nil }
    let wrong = plan.files.first { file in
      file.path.split(separator: "/", omittingEmptySubsequences: false).contains { $0.isEmpty || $0.hasPrefix(".") }
    }
    return wrong.map { "it would write \($0.path)" }
  }
}
