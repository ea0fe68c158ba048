import ParleyEngine
import ParleyModel
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Secrets in templates", .timeLimit(.minutes(2)))
struct TemplateSecretTests {
  private let scope = TemplateScope.make(
    environment: """
      vars:
        password: { secret: prompt }
        token: { secret: env API_TOKEN }
        key: { secret: { command: [pass, show] } }
        header: "Bearer {{token}}"
      """)

  @Test("are asked all at once, each once a send")
  func asked() async throws {
    let prompter = RecordingPrompter(["password": "pw", "PIN": "12"])
    var renderer = TemplateRenderer(scope, .fixed(prompter: prompter))
    let texts = ["{{password}} {{prompt('PIN')}}", "{{base64(password)}} {{prompt('PIN')}}"]
    try await renderer.prepare(for: texts)
    #expect(try await renderer.render(texts[0]).text == "pw 12")
    #expect(try await renderer.render(texts[1]).text == "cHc= 12")
    #expect(
      prompter.questions == [
        [PromptQuestion(name: "password", isSecret: true), PromptQuestion(name: "PIN", isSecret: false)]
      ])
  }

  @Test("stain what is made of them")
  func taint() async throws {
    let allowed: [TrustItem] = [.environmentVariable("API_TOKEN")]
    var renderer = TemplateRenderer(scope, .fixed(trust: allowed, variables: ["API_TOKEN": "abc-def"]))
    let text = try await renderer.render("Authorization: {{header}}, {{base64(header)}}")
    #expect(text.fills.map(\.isSecret) == [true, true])
    #expect(text.masked == "Authorization: ••••••••, ••••••••")
    for secret in ["abc-def", "Bearer abc-def", "QmVhcmVyIGFiYy1kZWY="] {
      #expect(renderer.secrets.masking(secret) == Secrets.mask)
    }
  }

  @Test("that nobody can be asked for say how to give them")
  func headless() async throws {
    var renderer = TemplateRenderer(scope)
    let error = await #expect(throws: RenderError.self) {
      try await renderer.prepare(for: ["{{password}}{{prompt('PIN')}}"])
    }
    #expect(error?.summary == "No terminal to ask for “password”, “PIN”.")
    #expect(error?.advice == "Set it with --set password=VALUE --set PIN=VALUE, or on standard input.")
  }

  @Test("a passphrase that nobody can be asked for is named once, with the ways to give it")
  func headlessPassphrase() {
    let vault = PromptQuestion("passphrase of vault", .newPassphrase(cipher: "vault"))
    let again = PromptQuestion("passphrase of vault, again", vault.kind, repeats: vault.name)
    let error = RenderError.nobodyToAsk([vault, again])
    #expect(error.summary == "No terminal to ask for the passphrase of vault.")
    #expect(error.advice?.contains("`passphrase: env NAME`") == true)
    let team = RenderError.nobodyToAsk([PromptQuestion("passphrase of team", .passphrase(cipher: "team"))])
    #expect(team.summary == "No terminal to ask for the team's passphrase.")
    let file = PromptQuestion("passphrase of the file", .filePassphrase(isNew: false, variable: "PARLEY_X"))
    #expect(RenderError.nobodyToAsk([file]).summary == "No terminal to ask for the passphrase of the file.")
    #expect(RenderError.nobodyToAsk([file]).advice?.hasPrefix("Set the environment variable PARLEY_X,") == true)
  }

  @Test("that the person will not give end the send")
  func refused() async throws {
    var renderer = TemplateRenderer(scope, .fixed(prompter: RecordingPrompter(nil)))
    await #expect(throws: RenderError.notAnswered) { try await renderer.prepare(for: ["{{password}}"]) }
  }

  @Test("given for this run are not asked, stay secret and stay text")
  func given() async throws {
    let scope = TemplateScope.make(
      environment: "vars: { password: { secret: prompt } }", given: ["password": "123", "n": "123"])
    var renderer = TemplateRenderer(scope)
    let text = try await renderer.render(json: "{{password}} {{n}}")
    #expect(text.text == #""123" 123"#)
    #expect(text.fills.map(\.isSecret) == [true, false])
    #expect(text.fills.map(\.source.description) == ["given at the start (--set)", "given at the start (--set)"])
  }

  @Test("from the system or a program want trust", arguments: ["{{token}}", "{{key}}", "{{env.HOME}}", "{{header}}"])
  func trust(text: String) async throws {
    let providers = ValueProviders.fixed(
      variables: ["API_TOKEN": "a", "HOME": "b"], commands: [["pass", "show"]: .success("c")])
    var renderer = TemplateRenderer(scope, providers)
    let atPreparation = await #expect(throws: RenderError.self) { try await renderer.prepare(for: [text]) }
    let atRendering = await #expect(throws: RenderError.self) { try await renderer.render(text) }
    #expect(atPreparation?.code == "render.notTrusted")
    #expect(atRendering?.code == "render.notTrusted")
  }

  @Test("from a program that fails say so, without what it printed")
  func failingProgram() async throws {
    let item = TrustItem.command(["pass", "show"], files: [:])
    let failure = CommandError.failed(status: 2, standardError: "no such entry\u{1B}[2J")
    var renderer = TemplateRenderer(scope, .fixed(trust: [item], commands: [["pass", "show"]: .failure(failure)]))
    let error = await #expect(throws: RenderError.self) { try await renderer.render("{{key}}") }
    #expect(error?.summary == "The program pass ended with status 2.")
    #expect(error?.detail == #"no such entry\u{1B}[2J"#)
  }

  @Test("from a variable that is not set say so")
  func missingVariable() async throws {
    var renderer = TemplateRenderer(scope, .fixed(trust: [.environmentVariable("API_TOKEN")]))
    await #expect(throws: RenderError.environmentVariableNotSet("API_TOKEN")) { try await renderer.render("{{token}}") }
  }
}
