import ParleyEngine
import ParleyText
import TestSupport
import Testing

@Suite("Credentials are recognised by place and by shape", .timeLimit(.minutes(2)))
struct CredentialFinderTests {
  private func values(_ text: String, _ kind: CredentialFinder.Kind) -> [String] {
    CredentialFinder.find(in: text, kind).map(\.value)
  }

  @Test(
    "a name means a credential in whatever way its words are joined",
    arguments: [
      "password", "Password", "X-Api-Key", "api_key", "apikey", "Authorization", "Proxy-Authorization", "Cookie",
      "clientSecret", "client_secret", "accessToken", "X-Auth-Token", "PRIVATE-TOKEN", "Ocp-Apim-Subscription-Key",
      "db.password", "stripe_secret_key", "githubToken", "X-Amz-Signature", "JSESSIONID", "passphrase", "session",
      "sig",
    ])
  func names(_ name: String) { #expect(CredentialName.isCredential(name)) }

  @Test(
    "a name that only sounds like one means none",
    arguments: [
      "key", "nextPageToken", "page_token", "continuation-token", "Idempotency-Key", "Sec-WebSocket-Key", "primaryKey",
      "max_tokens", "tokenUrl", "passwordHint", "author", "monkey", "Accept", "sessions", "id", "keys", "secretary",
    ])
  func otherNames(_ name: String) { #expect(!CredentialName.isCredential(name)) }

  static let shapes = [
    "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "rk_test_51Habcdefghijklmnop1234", "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "github_pat_11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz1234567890", "glpat-Zx3kP9qLmN4vB7cD2fGh",
    "xoxb-123456789012-abcdefGHIJKL", "AKIAIOSFODNN7EXAMPLE", "AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
    "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",
    "sk-ant-api03-abcdEFGH1234ijklMNOP5678qrst", "npm_abcdefghijklmnopqrstuvwxyz0123456789",
    "hvs.CAESIJlWh5DGn1kLmNoPqRsT", "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw9",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----",
  ]

  @Test("a shape is found wherever it stands: alone, in a sentence, in JSON, in a URL", arguments: shapes)
  func shape(_ text: String) {
    #expect(values(text, .text) == [text])
    #expect(values("see \(text), please", .text) == [text])
    #expect(values("{ \"note\": \"\(text)\" }", .json) == [text])
    if !text.contains(" ") {
      #expect(values("https://example.com/bot\(text)/send", .url).allSatisfy { text.contains($0) })
    }
  }

  @Test("a bot's key in a path is found, as webhooks have it")
  func bot() {
    let key = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw9"
    #expect(values("https://api.telegram.org/bot\(key)/getMe", .url) == [key])
  }

  @Test(
    "ordinary values are none, wherever they stand",
    arguments: [
      "application/json", "2026-11-26T16:51:46Z", "123e4567-e89b-12d3-a456-426614174000", "ada@example.com",
      "https://api.example.com/v2/items?page=2&key=again", "http://127.0.0.1:8080", "Mozilla/5.0 (X11; Linux x86_64)",
      "da39a3ee5e6b4b0d3255bfef95601890afd80709", "en-GB,en;q=0.9", "W/\"67ab43\"", "sk-SK", "AKIA", "eyJ", "a.b.c",
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA", "lorem ipsum dolor sit amet", "sk_live_...",
      "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      "postgresql://ada@db.example/shop", "user:password", "10:30:00", "C:\\Users\\ada", "1234567890:AB", "no-cache",
    ])
  func ordinary(_ text: String) {
    let kinds: [CredentialFinder.Kind] = [.text, .url, .named("value"), .header("X-Thing"), .json, .body]
    for kind in kinds { #expect(values(text, kind).isEmpty) }
  }

  @Test(
    "a template is never one, nor is a text of templates and a scheme",
    arguments: [
      "{{token}}", "Bearer {{shared.token}}", "Basic {{secret(\"a\")}}", "{{user}}:{{pass}}", "sid={{sid}}; t={{t}}",
    ])
  func templates(_ text: String) {
    let kinds: [CredentialFinder.Kind] = [
      .credential("token"), .named("token"), .header("Authorization"), .header("Cookie"), .url, .json, .text,
    ]
    for kind in kinds { #expect(values(text, kind).isEmpty) }
    #expect(values("http://ada:{{password}}@example.com/?token={{t}}", .url).isEmpty)
    #expect(values("{ \"password\": \"{{secret(\"token: a\")}}\", \"token\": {{t}} }", .json).isEmpty)
  }

  @Test(
    "what only stands for a credential is none",
    arguments: [
      "<token>", "{token}", "$TOKEN", "${API_KEY}", "xxxx", "****", "your-api-key", "••••", "changeme", "true", "null",
    ])
  func placeholders(_ text: String) { #expect(values(text, .named("token")).isEmpty) }

  @Test("a header keeps its scheme, a URL all but the password, JSON all but the texts of members")
  func parts() {
    #expect(values("Bearer 1f0c", .header("Authorization")) == ["1f0c"])
    #expect(values("Basic YWRhOmg=", .header("authorization")) == ["YWRhOmg="])
    #expect(values("1f0c", .header("Authorization")) == ["1f0c"])
    #expect(values("Bearer", .header("Authorization")).isEmpty)
    #expect(values("sid=1f0c; theme=dark", .header("Cookie")) == ["sid=1f0c; theme=dark"])
    #expect(values("sid=1f0c; theme={{t}}", .header("Cookie")) == ["1f0c"])
    #expect(
      values("https://ada:h%40x@example.com/a?b=1&api_key=k9&c=2#access_token=zz", .url) == ["h%40x", "k9", "zz"])
    let json = #"{ "user": "ada", "password": "a\"b", "n": { "token": "t\u00e9" }, "tokens": 3 }"#
    #expect(values(json, .json) == ["a\"b", "té"])
    #expect(values(#"mutation { login(user: "ada", password: "hunter2") { id } }"#, .json) == ["hunter2"])
    #expect(values("user=ada&password=hunter2", .body) == ["hunter2"])
    #expect(values("host=db user=ada password=hunter2", .connection) == ["hunter2"])
  }

  @Test("a value of any purpose is looked into: JSON, a token behind its scheme, a header's line, a URL")
  func anyPurpose() {
    #expect(values(#" [{ "secret": "hunter2" }]"#, .named("x")) == ["hunter2"])
    for base in ["{{base}}", "{base}", "[v6]"] {
      #expect(values("\(base)/a?token=hunter2", .named("x")) == ["hunter2"])
    }
    #expect(values("bearer SECRET", .named("hdr")) == ["SECRET"])
    #expect(values("Basic YWRhOnB3", .named("hdr")) == ["YWRhOnB3"])
    #expect(values("Authorization: Bearer 1f0c77", .named("h")) == ["1f0c77"])
    #expect(values("X-Api-Key: hunter2", .named("h")) == ["hunter2"])
    for text in ["Bearer token", "Basic Account", "Bearer {{token}}", "Session: intro to jq", "Token: {{t}}"] {
      #expect(values(text, .named("q")).isEmpty)
    }
  }

  @Test("documents in other documents: GraphQL and XML in JSON, sections and attributes of XML")
  func documents() {
    #expect(values(#"{"query":"mutation{login(password:\"hunter2\"){t}}"}"#, .json) == ["hunter2"])
    #expect(values(#"{"inner":"{\"token\":\"a\\n1\"}"}"#, .json) == ["a\n1"])
    #expect(values(#"{"xml":"<password>hunter2</password>"}"#, .json) == ["hunter2"])
    let envelope =
      "<?xml version=\"1.0\"?>\n<s:E xmlns:s=\"x\"><w:Password Type=\"t\"><![CDATA[h<2]]></w:Password></s:E>"
    #expect(values(envelope, .body) == ["h<2"])
    #expect(values("<login user=\"ada\" password='hunter2'/>", .body) == ["hunter2"])
    #expect(values("<password>{{pw}}</password>", .body).isEmpty)
  }

  @Test("a random secret is found in each place where a person can type one, at exactly its range")
  func random() {
    var generator = SeededGenerator(seed: 815)
    let signs = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~")
    for _ in 0..<300 {
      let secret = String(
        (0..<Int.random(in: 6...40, using: &generator)).map { _ in signs.randomElement(using: &generator)! })
      let places: [(String, CredentialFinder.Kind)] = [
        (secret, .credential("token")), (secret, .named("api_key")), (secret, .header("X-Api-Key")),
        ("Bearer \(secret)", .header("Authorization")), ("/a?page=1&token=\(secret)", .url),
        ("http://ada:\(secret)@h/", .url), ("{ \"a\": {{x}}, \"secret\": \"\(secret)\" }", .json),
        ("a={{x}}&password=\(secret)", .body),
      ]
      for (text, kind) in places {
        let found = CredentialFinder.find(in: text, kind)
        #expect(found.map(\.value) == [secret])
        #expect(found.allSatisfy { Array(text.utf8)[$0.range].elementsEqual(secret.utf8) })
      }
    }
  }

  @Test("whatever the text, ranges are in order, inside of it, and on whole scalars")
  func anything() {
    var generator = SeededGenerator(seed: 42)
    let pieces = [
      "\"", "\\", "{{", "}}", "password", ":", "=", "&", "?", "é", "🙂", "ghp_", "://", "@", " ", "\n", "eyJ", "Bearer",
      "a1", "<", ">", "/", "Cookie: ", "{", "[",
    ]
    let kinds: [CredentialFinder.Kind] = [
      .credential("x"), .named("token"), .named("v"), .header("Cookie"), .url, .json, .body, .text, .connection,
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...14, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }
        .joined()
      for kind in kinds {
        var end = 0
        for found in CredentialFinder.find(in: text, kind) {
          #expect(found.range.lowerBound >= end && found.range.upperBound <= text.utf8.count)
          #expect(String(validating: Array(text.utf8)[found.range], as: UTF8.self) != nil)
          end = found.range.upperBound
        }
      }
    }
  }
}
