import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Authentication as files write it", .timeLimit(.minutes(2)))
struct AuthDefinitionTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let yaml: String
    let auth: AuthDefinition
    var testDescription: String { auth.kind }
  }

  static let samples = [
    Sample(yaml: "none", auth: .anonymous), Sample(yaml: "inherit", auth: .inherit),
    Sample(yaml: "{ basic: { user: ada, password: '{{p}}' } }", auth: .basic(.init(user: "ada", password: "{{p}}"))),
    Sample(yaml: "{ bearer: '{{t}}' }", auth: .bearer("{{t}}")),
    Sample(
      yaml: "{ apiKey: { name: X-Key, value: '{{k}}', in: query } }",
      auth: .apiKey(.init(name: "X-Key", value: "{{k}}", in: Located(.query)))),
    Sample(yaml: "{ digest: { user: ada, password: p } }", auth: .digest(.init(user: "ada", password: "p"))),
    Sample(
      yaml: "{ awsSigV4: { accessKey: a, secretKey: '{{s}}', region: eu-central-1, service: s3 } }",
      auth: .awsSigV4(.init(accessKey: "a", secretKey: "{{s}}", region: "eu-central-1", service: "s3"))),
    Sample(
      yaml: "{ oauth2: { grant: password, tokenUrl: /token, clientId: c, username: ada, password: '{{p}}' } }",
      auth: .oauth2(
        .init(grant: Located(.password), tokenURL: "/token", clientID: "c", username: "ada", password: "{{p}}"))),
    Sample(
      yaml:
        "{ oauth2: { grant: authorizationCode, tokenUrl: /t, authorizationUrl: /a, redirectUrl: 'http://127.0.0.1:8400/c', clientId: c } }",
      auth: .oauth2(
        .init(
          grant: Located(.authorizationCode), tokenURL: "/t", clientID: "c", authorizationURL: "/a",
          redirectURL: "http://127.0.0.1:8400/c"))),
    Sample(
      yaml: "{ oauth2: { grant: deviceCode, tokenUrl: /t, deviceUrl: /d, clientId: c } }",
      auth: .oauth2(.init(grant: Located(.deviceCode), tokenURL: "/t", clientID: "c", deviceURL: "/d"))),
    Sample(yaml: "{ request: user/login }", auth: .request(.init(name: "user/login"))),
    Sample(
      yaml: "{ request: { name: user/login, token: session, header: X-Session, scheme: none } }",
      auth: .request(.init(name: "user/login", token: "session", header: "X-Session", scheme: "none"))),
    Sample(
      yaml: "{ certificate: { file: a.pem, key: a.key, passphrase: '{{p}}' } }",
      auth: .certificate(.init(file: "a.pem", key: "a.key", passphrase: "{{p}}"))),
    Sample(yaml: "{ command: [vault, token] }", auth: .command(["vault", "token"])),
  ]

  @Test("in each of its ways", arguments: samples)
  func reading(sample: Sample) {
    let (value, diagnostics) = RequestDefinition.read("url: /\nauth: \(sample.yaml)\n")
    #expect(value?.auth?.value == sample.auth)
    #expect(diagnostics.isEmpty)
  }

  @Test("and is written back as it was meant", arguments: samples)
  func writing(sample: Sample) throws {
    let text = try RequestFile.patching("url: /\n") { $0.auth = Located(sample.auth) }
    #expect(RequestDefinition.read(text).value?.auth?.value == sample.auth)
  }

  @Test(
    "is told its mistakes",
    arguments: [
      ("nobody", "2:7: error: found “nobody”; expected none, inherit, or a map with one of basic, bearer,"),
      ("{ basic: { user: a } }", "2:16: error: a user has no “password” [missing-key]"),
      ("{ baerer: x }", "2:9: error: unknown key “baerer” in auth; did you mean “bearer”? [unknown-key]"),
      (
        "{ oauth2: { grant: authorizationCode, tokenUrl: /t, clientId: c } }",
        "2:17: error: oauth2 has no “authorizationUrl”, which its grant needs"
      ),
      (
        "{ oauth2: { grant: authorizationCode, tokenUrl: /t, authorizationUrl: /a, clientId: c, redirectUrl: 'http://example.com' } }",
        "2:107: error: the browser cannot come back to this address"
      ),
      ("{ request: { token: t } }", "2:18: error: a login has no “name” [missing-key]"),
      ("{ apiKey: { name: 'X Y', value: a } }", "2:25: error: found “X Y”; expected a name such as X-Api-Key"),
    ])
  func mistakes(yaml: String, told: String) {
    let diagnostics = RequestDefinition.read("url: /\nauth: \(yaml)\n").diagnostics
    #expect(diagnostics.map(\.description).contains { $0.hasPrefix("a.yaml:" + told) })
  }

  @Test("changes in one place of its file")
  func patching() throws {
    let before = "url: /\nauth: # who\n  basic: { user: ada, password: '{{p}}' } # both\n# end\n"
    let renamed = try RequestFile.patching(before) {
      $0.auth = Located(.basic(.init(user: "bob", password: "{{p}}")))
    }
    #expect(renamed == before.replacing("ada", with: "bob"))
    let other = try RequestFile.patching(before) { $0.auth = Located(.bearer("{{t}}")) }
    #expect(other == "url: /\nauth: # who\n  bearer: \"{{t}}\" # both\n# end\n")
    let off = try RequestFile.patching("url: /\nauth: none # nobody\n") { $0.auth = nil }
    #expect(off == "url: /\n")
  }
}
