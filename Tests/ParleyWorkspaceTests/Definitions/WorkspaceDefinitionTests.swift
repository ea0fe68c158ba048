import ParleyModel
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("parley.yaml, environments and folders", .timeLimit(.minutes(2)))
struct WorkspaceDefinitionTests {
  @Test("a workspace names its servers, values and defaults")
  func workspace() throws {
    let (value, diagnostics) = WorkspaceDefinition.form.read(
      SourceText(
        """
        parley: 1
        id: 7f3kq2
        servers:
          api: "{{baseUrl}}"
          pay: { url: "https://pay.example.com/v2" }
        vars: { locale: en, count: "3" }
        defaults:
          headers: { Accept-Language: "{{locale}}" }
          timeout: 30s
          redirects: 0
          expect: { status: any }
        """))
    #expect(diagnostics.isEmpty)
    let workspace = try #require(value)
    #expect(workspace.id == "7f3kq2")
    #expect(
      workspace.servers == [
        ServerDefinition(name: "api", url: "{{baseUrl}}"),
        ServerDefinition(name: "pay", url: "https://pay.example.com/v2"),
      ])
    #expect(workspace.vars.map(\.content.value) == [.text("en", isPlain: true), .text("3", isPlain: false)])
    #expect(workspace.defaults.headers == [Row("Accept-Language", "{{locale}}")])
    #expect(workspace.defaults.timeout?.value == .seconds(30))
    #expect(workspace.defaults.redirects?.value == 0)
    #expect(workspace.defaults.expect.status?.value == .any)
  }

  @Test("an environment has values, secrets by their source, a colour and a wish to be asked")
  func environment() throws {
    let (value, diagnostics) = EnvironmentDefinition.form.read(
      SourceText(
        """
        vars:
          email: ada@example.com
          password: { secret: prompt }
          token: { secret: env API_TOKEN }
          key: { secret: { command: [pass, show, shop] } }
        color: green
        confirm: true
        """))
    #expect(diagnostics.isEmpty)
    let environment = try #require(value)
    #expect(
      environment.vars.map(\.content.value) == [
        .text("ada@example.com", isPlain: true), .secret(.prompt), .secret(.environment("API_TOKEN")),
        .secret(.command(["pass", "show", "shop"])),
      ])
    #expect(environment.vars[1].content.place?.description == "a.yaml:3")
    #expect(environment.color?.value == .green)
    #expect(environment.confirm?.value == true)
  }

  @Test("a folder has defaults and a server")
  func folder() throws {
    let (value, diagnostics) = DefaultsDefinition.folderForm.read(SourceText("server: pay\nheaders: { A: 1 }\n"))
    #expect(diagnostics.isEmpty)
    #expect(value == DefaultsDefinition(server: "pay", headers: [Row("A", "1")]))
  }

  static let badWorkspaces = [
    ("id: a\n", "1:1: error: the workspace has no “parley” [missing-key]"),
    ("parley: 1\n", "1:1: error: the workspace has no “id” [missing-key]"),
    ("parley: 2\nid: a\n", "1:9: error: found “2”; expected 1, the version this program reads [wrong-value]"),
    ("parley: 1\nid: ../x\n", "2:5: error: found “../x”; expected an id of letters and digits [wrong-value]"),
    ("parley: 1\nid: a\nservers: [x]\n", "3:10: error: found a list; expected a map of servers by name [wrong-type]"),
    (
      "parley: 1\nid: a\nservers: { a: { url: [] } }\n",
      "3:22: error: found a list; expected a path such as /users, or a whole URL [wrong-type]"
    ),
    (
      "parley: 1\nid: a\nvars: { env: x }\n",
      "3:9: error: “env” cannot name a value: templates reserve it [wrong-value]"
    ),
    (
      "parley: 1\nid: a\nvars: { 'a b': x }\n",
      "3:9: error: “a b” cannot name a value; expected letters, digits, _ and - [wrong-value]"
    ),
    ("parley: 1\nid: a\nvars: { a: { secret: prompt } }\n", "3:12: error: found a map; expected text [wrong-type]"),
  ]

  @Test("mistakes in parley.yaml are told", arguments: badWorkspaces)
  func workspaceMistakes(text: String, told: String) {
    #expect(WorkspaceDefinition.form.read(SourceText(text)).diagnostics.map(\.description) == ["a.yaml:" + told])
  }

  static let badEnvironments = [
    (
      "vars: { a: { secret: 1 } }\n",
      "1:22: error: found “1”; expected prompt, `env NAME` or { command: [program, argument, …] } [wrong-value]"
    ),
    (
      "vars: { a: { secret: env } }\n",
      "1:22: error: found “env”; expected prompt, `env NAME` or { command: [program, argument, …] } [wrong-value]"
    ),
    (
      "vars: { a: { secrt: prompt } }\n",
      "1:14: error: unknown key “secrt” in a secret; did you mean “secret”? [unknown-key]"
    ),
    (
      "vars: { a: { secret: { command: ls } } }\n",
      "1:33: error: found “ls”; expected a list such as [pass, show, shop] [wrong-value]"
    ),
    (
      "vars: { a: { secret: { command: [] } } }\n",
      "1:33: error: found a list; expected a list such as [pass, show, shop] [wrong-type]"
    ),
    ("vars: { a: [1] }\n", "1:12: error: found a list; expected text, or { secret: … } [wrong-type]"),
    (
      "color: pink\n",
      "1:8: error: found “pink”; expected red, green, yellow, blue, magenta, cyan, white or gray [wrong-value]"
    ),
    ("confirm: yes\n", "1:10: error: found “yes”; expected true or false [wrong-value]"),
  ]

  @Test("mistakes in an environment are told", arguments: badEnvironments)
  func environmentMistakes(text: String, told: String) {
    let diagnostics = EnvironmentDefinition.form.read(SourceText(text)).diagnostics
    #expect(diagnostics.first?.description == "a.yaml:" + told)
  }
}
