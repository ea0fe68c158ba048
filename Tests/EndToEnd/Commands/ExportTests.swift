import Foundation
import ParleyEngine
import TestSupport
import Testing

@Suite("parley export", .timeLimit(.minutes(2)))
struct ExportTests {
  private let parley: ParleyProgram
  private let shop: ShopUnderTest

  init() throws {
    parley = try ParleyProgram()
    shop = try ShopUnderTest(parley)
    try shop.write("vars: { password: { secret: prompt } }\n", to: "environments/local.yaml")
    try shop.write(
      """
      method: POST
      url: /login
      query: { lang: en }
      body: { json: '{ "name": "ada", "password": "{{password}}" }' }
      """, to: "requests/user/login.yaml")
    try shop.write("serial: [{ request: user/login }, { request: one }, { request: two }]\n", to: "groups/all.yaml")
  }

  private var sent: [String] {
    shop.server.requests.map { "\($0.method) \($0.target) \($0.bodyText)" }
  }

  @Test("a recorded run goes into an archive and back: the imported group sends the same requests")
  func archive() async throws {
    let run = try await shop.run("run", "all", "--set", "password=hunter22")
    #expect(run.status == 0, "\(run.errorText)")
    let before = sent
    let file = parley.home.path("run.har")
    let export = try await shop.run("export", "har", "--run", "last", "--show-secrets", "-o", file)
    #expect(export.status == 0 && export.errorText == "Wrote \(file).\n", "\(export.errorText)")
    let back = parley.home.path("back")
    let imported = try await parley.run("import", file, "-w", back)
    #expect(imported.status == 0, "\(imported.errorText)")
    let again = try await parley.run("run", "recording", "-w", back)
    #expect(again.status == 0, "\(again.errorText)")
    #expect(before.count == 3 && sent == before + before)
  }

  @Test("secrets are masked in an archive, unless they are asked for")
  func masked() async throws {
    _ = try await shop.run("send", "user/login", "--set", "password=hunter22")
    let masked = try await shop.run("export", "har", "user")
    #expect(masked.outputText.contains("••••••••") && !masked.outputText.contains("hunter22"))
    let shown = try await shop.run("export", "har", "user", "--show-secrets")
    let entry = try JSONValue(parsing: shown.output)["log"]?["entries"]?[0]
    #expect(entry?["request"]?["postData"]?["text"] == #"{ "name": "ada", "password": "hunter22" }"#)
    #expect(entry?["response"]?["content"]?["text"] == #"{"n":1}"#)
    #expect(entry?["request"]?["queryString"]?[0]?["name"] == "lang")
  }

  @Test("a description has the schemas of recorded responses, and its import sends the same")
  func description() async throws {
    try shop.write(
      """
      url: /items/:id
      path: { id: "7" }
      query: { lang: en, ~debug: "1" }
      headers: { X-Shop: a }
      """, to: "requests/item/one.yaml")
    _ = try await shop.run("send", "item/one")
    let file = parley.home.path("api.json")
    #expect(try await shop.run("export", "openapi", "item", "-o", file).status == 0)
    let operation = try JSONValue(parsing: try Array(Data(contentsOf: URL(filePath: file))))["paths"]?["/items/{id}"]?[
      "get"]
    let media = operation?["responses"]?["200"]?["content"]?.object?.first?.value
    #expect(media?["schema"]?["properties"]?["n"]?["type"] == "integer" && media?["example"]?["n"] == 1)
    #expect(operation?["parameters"]?.array?.count == 4)
    let back = parley.home.path("back")
    #expect(try await parley.run("import", file, "-w", back).status == 0)
    let again = try await parley.run("send", "item/one", "-w", back)
    #expect(again.status == 0, "\(again.errorText)")
    let asked = shop.server.requests
    #expect(asked.map(\.target) == ["/items/7?lang=en", "/items/7?lang=en"])
    #expect(asked.allSatisfy { $0.value(of: "X-Shop") == "a" })
  }

  @Test("a file that is there stays unless --force says otherwise; an unknown name is told with the closest one")
  func refusals() async throws {
    let file = parley.home.path("a.http")
    #expect(try await shop.run("export", "http", "-o", file).status == 0)
    let second = try await shop.run("export", "http", "-o", file)
    #expect(second.status != 0 && second.errorText.contains("exists already") && second.errorText.contains("--force"))
    #expect(try await shop.run("export", "http", "-o", file, "--force").status == 0)
    let typo = try await shop.run("export", "http", "user/logim")
    #expect(typo.status != 0 && typo.errorText.contains("Did you mean 'user/login'?"), "\(typo.errorText)")
    let group = try await shop.run("export", "postman", "all")
    #expect(group.status != 0 && group.errorText.contains("is a group"))
    let nothing = try await shop.run("export", "har")
    #expect(nothing.status != 0 && nothing.errorText.contains("nothing of this was sent yet"))
  }
}
