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
    #expect(
      export.status == 0 && export.errorText.hasPrefix("Secrets are shown in clear.\nWrote \(file) ("),
      "\(export.errorText)")
    let back = parley.home.path("back")
    let imported = try await parley.run("import", file, "-w", back)
    #expect(imported.status == 0, "\(imported.errorText)")
    let again = try await parley.run("run", "recording", "-w", back)
    #expect(again.status == 0, "\(again.errorText)")
    #expect(before.count == 3 && sent == before + before)
  }

  @Test("a curl command with masked secrets says how it is had with them")
  func maskedCommand() async throws {
    let masked = try await shop.run("send", "user/login", "--curl", "--set", "password=hunter22")
    #expect(masked.status == 0 && masked.errorText.contains("--show-secrets reveals them."), "\(masked.errorText)")
    let unasked = try await shop.run("send", "user/login", "--curl")
    #expect(unasked.status == 0 && unasked.outputText == masked.outputText, "\(unasked.errorText)")
    let plain = try await shop.run("send", "one", "--curl")
    #expect(plain.status == 0 && !plain.errorText.contains("masked"), "\(plain.errorText)")
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

  @Test(
    "a value given with --set is the exported one, and a secret is in no file", arguments: ["curl", "http", "postman"])
  func given(format: String) async throws {
    try shop.write(
      "vars: { place: harbour, password: { secret: prompt } }\n", to: "environments/local.yaml")
    try shop.write("url: /find\nquery: { near: '{{place}}', size: '{{size}}' }\n", to: "requests/find.yaml")
    let file = parley.home.path("exported")
    let exported = try await shop.run(
      "export", format, "find", "-o", file, "--set", "place=castle", "--set", "size=large", "--set", "password=hunter22"
    )
    #expect(exported.status == 0, "\(exported.errorText)")
    var text = ""
    for path in exported.errorText.split(separator: "\n").compactMap({ Self.written($0) }) {
      text += try String(contentsOfFile: path, encoding: .utf8)
    }
    #expect(text.contains("castle") && text.contains("large"), "\(text)")
    #expect(!text.contains("harbour") && !text.contains("hunter22"), "\(text)")
  }

  /// The file in `Wrote FILE.` or `Wrote FILE (1 KB).`; nil for another line.
  private static func written(_ line: Substring) -> String? {
    guard line.hasPrefix("Wrote ") else { return nil }
    let path = line.dropFirst("Wrote ".count).dropLast()
    return String(path.firstRange(of: " (").map { path[..<$0.lowerBound] } ?? path)
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
    #expect(typo.status != 0 && typo.errorText.contains("Did you mean “user/login”?"), "\(typo.errorText)")
    let group = try await shop.run("export", "postman", "all")
    #expect(group.status != 0 && group.errorText.contains("is a group"))
    let nothing = try await shop.run("export", "har")
    #expect(nothing.status != 0 && nothing.errorText.contains("nothing was sent yet"), "\(nothing.errorText)")
    let unsent = try await shop.run("export", "har", "user/login")
    #expect(
      unsent.status != 0 && unsent.errorText.contains("nothing of “user/login” was sent yet"), "\(unsent.errorText)")
  }

  @Test("an archive of a run that sent nothing names the run")
  func silentRun() async throws {
    try shop.write("serial: [{ local: one, jq: '1' }]\n", to: "groups/silent.yaml")
    #expect(try await shop.run("run", "silent").status == 0)
    let nothing = try await shop.run("export", "har", "--run", "last")
    #expect(nothing.status != 0)
    #expect(nothing.errorText.contains("run 1 of silent has sent nothing"), "\(nothing.errorText)")
  }
}

@Suite("Exported programs and archives against the demo", .timeLimit(.minutes(2)))
struct ExportedProgramTests {
  @Test(
    "the purchase as a shell script and as a program for Node does what the group does, up to the first step that only retries help"
  )
  func programs() async throws {
    let parley = try ParleyProgram()
    try await withDemoServer { server in
      let folder = try await parley.copyOfDemo()
      try server.point(workspace: folder)
      for (format, program) in [("curl", "bash"), ("javascript", "node")] {
        let file = "\(folder)/checkout.\(format == "curl" ? "sh" : "mjs")"
        let export = try await parley.run("export", format, "checkout", "-w", folder, "-o", file)
        #expect(export.status == 0, "\(export.errorText)")
        guard try await FinishedProcess.run("/usr/bin/env", ["sh", "-c", "command -v \(program)"]).status == 0 else {
          continue
        }
        let done = try await FinishedProcess.run(
          "/usr/bin/env", ["-C", folder, "PASSWORD=secret", program, file])
        #expect(done.status != 0)
        #expect(done.errorText.contains("Not this time. Try again."), "\(format): \(done.errorText)")
        let alone = try await parley.run(
          "export", format, "user/login", "cart/create", "-w", folder, "-o", file, "--force")
        #expect(alone.status == 0, "\(alone.errorText)")
        let good = try await FinishedProcess.run("/usr/bin/env", ["-C", folder, "PASSWORD=secret", program, file])
        #expect(good.status == 0, "\(format): \(good.errorText)")
      }
    }
  }

  @Test("an archive of log in, list and item becomes a group whose links hold with another token, too")
  func chain() async throws {
    let parley = try ParleyProgram()
    let (archive, back) = (parley.home.path("run.har"), parley.home.path("back"))
    try await withDemoServer { server in
      let folder = try await parley.copyOfDemo()
      try server.point(workspace: folder)
      try parley.home.write(
        """
        serial:
          - request: user/login
          - request: item/page
          - { request: item/one, with: { path: { id: "{{steps.page.result[3].id}}" } } }
          - request: user/profile
          - request: cart/create
          - { request: cart/read, as: cart, with: { path: { id: "{{steps.create.result.id}}" } } }
        """, to: "demo/groups/browse.yaml")
      let run = try await parley.run("run", "browse", "-w", folder, "--set", "password=secret")
      #expect(run.status == 0, "\(run.errorText)")
      let export = try await parley.run("export", "har", "--run", "last", "--show-secrets", "-w", folder, "-o", archive)
      #expect(export.status == 0, "\(export.errorText)")
      let imported = try await parley.run("import", archive, "-w", back)
      #expect(imported.status == 0 && imported.errorText.contains("became links"), "\(imported.errorText)")
      // Tokens of before are of no use any more.
      let reset = try await parley.run("send", "tools/reset", "-w", folder)
      #expect(reset.status == 0, "\(reset.errorText)")
      let again = try await parley.run("run", "recording", "-w", back)
      #expect(again.status == 0, "\(again.errorText)")
    }
    let group = try String(contentsOfFile: "\(back)/groups/recording.yaml", encoding: .utf8)
    #expect(group.contains("Bearer {{steps.post_login.result.token}}"), "\(group)")
    #expect(!group.contains("secret(\""))
  }
}

extension DemoServer {
  /// Lets a copy of the demo speak to this server.
  fileprivate func point(workspace folder: String) throws {
    for name in ["local", "mirror"] {
      let path = "\(folder)/environments/\(name).yaml"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try text.replacing("http://127.0.0.1:8080", with: url).write(toFile: path, atomically: true, encoding: .utf8)
    }
  }
}
