import Foundation
import ParleyEngine
import TestSupport
import Testing

/// One file as somebody has it, whose first request reads `/things`. `URL` is the server's.
struct ImportedKind: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let file: String
  let text: String

  init(_ name: String, _ file: String, _ text: String) {
    (testDescription, self.file, self.text) = (name, file, text)
  }

  static let all = [
    ImportedKind("OpenAPI 3.0", "api.yaml", described("openapi: 3.0.3\nservers: [{ url: 'URL' }]")),
    ImportedKind("OpenAPI 3.1", "api.yaml", described("openapi: 3.1.0\nservers: [{ url: 'URL/' }]")),
    ImportedKind("Swagger 2", "api.yaml", described("swagger: '2.0'\nhost: HOST\nschemes: [http]")),
    ImportedKind(
      "Postman 2.1", "shop.json",
      #"{"info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "item": [{"name": "things", "request": {"method": "GET", "url": {"raw": "{{base}}/things"}}}], "variable": [{"key": "base", "value": "URL"}]}"#
    ),
    ImportedKind(
      "Insomnia 4", "shop.json",
      #"{"_type": "export", "__export_format": 4, "resources": [{"_id": "wrk_1", "_type": "workspace", "name": "Shop"}, {"_id": "env_1", "parentId": "wrk_1", "_type": "environment", "name": "Base", "data": {"base": "URL"}}, {"_id": "req_1", "parentId": "wrk_1", "_type": "request", "name": "Things", "method": "GET", "url": "{{ _.base }}/things"}]}"#
    ),
    ImportedKind(
      "Insomnia 5", "shop.yaml",
      """
      type: collection.insomnia.rest/5.0
      name: Shop
      collection: [{ name: Things, method: GET, url: "{{ _.base }}/things" }]
      environments: { name: Base, data: { base: "URL" } }
      """),
    ImportedKind(
      "HAR", "shop.har",
      #"{"log": {"version": "1.2", "entries": [{"request": {"method": "GET", "url": "URL/things", "headers": [], "queryString": []}, "response": {"status": 200, "headers": [], "content": {"mimeType": "application/json", "text": "{}"}}}]}}"#
    ),
    ImportedKind(".http", "shop.http", "### Things\nGET URL/things\n"),
    ImportedKind("curl", "shop.sh", "curl -s 'URL/things'\n"),
  ]

  private static func described(_ head: String) -> String {
    "\(head)\ninfo: { title: Shop, version: '1' }\npaths: { /things: { get: { operationId: things, responses: { '200': { description: all } } } } }\n"
  }
}

@Suite("parley import", .timeLimit(.minutes(2))) struct ImportTests {
  private let parley: ParleyProgram
  private let shop: ShopUnderTest

  init() throws {
    parley = try ParleyProgram()
    shop = try ShopUnderTest(parley)
  }

  /// The requests of a workspace by their ids.
  private func requests(in folder: String) -> [String] {
    let files = FileManager.default.enumerator(atPath: "\(folder)/requests")?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".yaml") && !$0.hasSuffix("folder.yaml") }.map { String($0.dropLast(5)) }
      .sorted()
  }

  private func isSent(from imported: String) async throws {
    let back = parley.home.path("back")
    let made = try await parley.run("import", imported, "-w", back)
    #expect(made.status == 0, "\(made.errorText)")
    let first = try #require(requests(in: back).first)
    let sent = try await parley.run("send", first, "-w", back)
    #expect(sent.status == 0, "\(sent.errorText)")
    #expect(shop.asked == ["/things"])
  }

  @Test("of each kind gives a workspace whose first request is sent without an edit", arguments: ImportedKind.all)
  func kinds(_ kind: ImportedKind) async throws {
    let url = shop.server.url
    let text = kind.text.replacing("URL", with: url).replacing("HOST", with: url.replacing("http://", with: ""))
    try parley.home.write(text, to: kind.file)
    try await isSent(from: parley.home.path(kind.file))
  }

  @Test("of a Bruno collection too, which is a folder")
  func bruno() async throws {
    try parley.home.write(#"{"version": "1", "name": "Shop", "type": "collection"}"#, to: "bruno/bruno.json")
    try parley.home.write(
      "meta {\n  name: Things\n  type: http\n}\n\nget {\n  url: {{base}}/things\n  body: none\n  auth: none\n}\n",
      to: "bruno/things.bru")
    try parley.home.write("vars {\n  base: \(shop.server.url)\n}\n", to: "bruno/environments/local.bru")
    try await isSent(from: parley.home.path("bruno"))
  }

  @Test("several at once into one workspace: all of them succeed, and nothing is lost")
  func atOnce() async throws {
    let back = parley.home.path("back")
    try parley.home.write("curl '\(shop.server.url)/things'\n", to: "first.sh")
    #expect(try await parley.run("import", parley.home.path("first.sh"), "-w", back).status == 0)
    let names = ["a", "b", "c", "d"]
    for name in names {
      let collection =
        #"{"info": {"name": "NAME", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "variable": [{"key": "v_NAME", "value": "1"}], "item": [{"name": "r", "request": "URL/things"}]}"#
      try parley.home.write(
        collection.replacing("NAME", with: name).replacing("URL", with: shop.server.url), to: "\(name).json")
    }
    let runs = try await withThrowingTaskGroup(of: FinishedProcess.self) { group in
      for name in names {
        group.addTask { [parley] in try await parley.run("import", parley.home.path("\(name).json"), "-w", back) }
      }
      return try await group.reduce(into: [FinishedProcess]()) { $0.append($1) }
    }
    #expect(runs.allSatisfy { $0.status == 0 }, "\(runs.map(\.errorText))")
    #expect(requests(in: back).count == names.count + 1)
    let workspace = try String(contentsOfFile: "\(back)/parley.yaml", encoding: .utf8)
    #expect(names.allSatisfy { workspace.contains("v_\($0):") }, "\(workspace)")
  }

  @Test("a description, a newer one, coverage and drift: as the page says")
  func description() async throws {
    let api = parley.home.path("api.yaml")
    let head = "openapi: 3.0.3\ninfo: { title: Shop, version: '1' }\nservers: [{ url: '\(shop.server.url)' }]\npaths:\n"
    let things =
      "  /things: { get: { operationId: things, responses: { '200': { content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } } } } } }\n"
    try parley.home.write(head + things, to: "api.yaml")
    let back = parley.home.path("back")
    #expect(try await parley.run("import", api, "-w", back).status == 0)
    try parley.home.write(head + things + "  /new: { get: { operationId: new } }\n", to: "api.yaml")
    let trial = try await parley.run("import", api, "--update", "--dry-run", "-w", back)
    #expect(trial.outputText == "added  GET /new  requests/new/new.yaml\n" && trial.status == 0, "\(trial.errorText)")
    #expect(requests(in: back) == ["things/things"])
    #expect(
      try await parley.run("import", api, "--update", "-w", back).errorText.contains("shop: 1 added, of 2 operations"))
    #expect(try await parley.run("send", "things/things", "-w", back).status == 0)
    let coverage = try await parley.run("api", "coverage", "--json", "-w", back)
    let json = try JSONValue(parsing: coverage.output)[0]
    #expect(json?["operations"] == 2 && json?["withRequest"] == 2 && json?["sent"] == 1)
    let drift = try await parley.run("api", "drift", "-w", back)
    #expect(drift.outputText.contains("1 response of 1 operation looked at"), "\(drift.errorText)")
  }
}
