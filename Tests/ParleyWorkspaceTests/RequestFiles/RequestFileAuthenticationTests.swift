import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Authentication in a request's file", .timeLimit(.minutes(2)))
struct RequestFileAuthenticationTests {
  @Test(
    "By name, token or key",
    arguments: [
      ("{ basic: { user: ada, password: '{{secret}}' } }", "Basic YWRhOmh1bnRlcjIy"),
      ("{ bearer: '{{secret}}' }", "Bearer hunter22"),
      ("{ apiKey: { name: Authorization, value: 'Key {{secret}}' } }", "Key hunter22"),
    ])
  func header(auth: String, value: String) async throws {
    let sent = try await SendingWorkspace().sent("url: /\nauth: \(auth)\n")
    #expect(sent.values(of: "Authorization") == [value])
  }

  @Test("By a key in the query")
  func query() async throws {
    let auth = "{ apiKey: { name: key, value: '{{secret}}', in: query } }"
    #expect(try await SendingWorkspace().sent("url: /?a=1\nauth: \(auth)\n").target == "/?a=1&key=hunter22")
  }

  @Test("None if the file says so, even if the folder sets one")
  func nobody() async throws {
    let workspace = try SendingWorkspace(workspace: "defaults: { auth: { bearer: x } }\n")
    #expect(try await workspace.sent("url: /\n").value(of: "Authorization") == "Bearer x")
    #expect(try await workspace.sent("url: /\nauth: none\n").value(of: "Authorization") == nil)
  }

  @Test("By what a trusted program prints: a token, or a whole value")
  func command() async throws {
    let workspace = try SendingWorkspace()
    let token = "url: /\nauth: { command: [echo, abcdefgh] }\n"
    await #expect(throws: RenderError.notTrusted([.command(["echo", "abcdefgh"], files: [:])])) {
      try await workspace.send(token)
    }
    #expect(try await workspace.sent(token, trusting: true).value(of: "Authorization") == "Bearer abcdefgh")
    let whole = "url: /\nauth: { command: [echo, Key abcdefgh] }\n"
    #expect(try await workspace.sent(whole, trusting: true).value(of: "Authorization") == "Key abcdefgh")
  }

  @Test("By OAuth 2: a token is asked for, and kept for the next")
  func oauth() async throws {
    let workspace = try SendingWorkspace([
      .text(#"{"access_token": "tok-12345", "token_type": "Bearer", "expires_in": 3600}"#), .text("{}"),
    ])
    let sent = try await workspace.sent(
      "url: /\nauth: { oauth2: { tokenUrl: /token, clientId: c, clientSecret: '{{secret}}', scope: a b } }\n")
    #expect(sent.value(of: "Authorization") == "Bearer tok-12345")
    let asked = try #require(workspace.server.requests.first)
    #expect(asked.requestLine == "POST /token HTTP/1.1")
    #expect(asked.value(of: "Authorization") == "Basic YzpodW50ZXIyMg==")
    #expect(asked.bodyText.contains("grant_type=client_credentials"))
  }

  @Test("A refused client is in the history, sealed, like any other failure")
  func refusedClient() async throws {
    let workspace = try SendingWorkspace([.text(#"{"error": "invalid_client"}"#, status: "401 Unauthorized")])
    await #expect(throws: RequestError.self) {
      try await workspace.send(
        "url: /\nauth: { oauth2: { tokenUrl: /token, clientId: c, clientSecret: '{{secret}}' } }\n")
    }
    let session = try await workspace.open()
    let kept = try #require(try await session.store.history.recent(5, name: "r").first)
    #expect(kept.errorCode == "authorization.invalid_client")
    #expect(kept.isSecret)
    guard case .authorizationFailed(let error)? = try await session.store.history.exchange(kept.id)?.exchange.outcome
    else {
      return #expect(Bool(false), "it is not kept as one that was not sent")
    }
    #expect(error.advice != nil)
    await session.close()
  }

  @Test("By digest, which answers the server's challenge")
  func digest() async throws {
    let challenge = #"WWW-Authenticate: Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256"#
    let workspace = try SendingWorkspace([.text("", status: "401 Unauthorized", headers: [challenge]), .text("{}")])
    let sent = try await workspace.sent("url: /\nauth: { digest: { user: ada, password: '{{secret}}' } }\n")
    #expect(sent.value(of: "Authorization")?.hasPrefix(#"Digest username="ada""#) == true)
  }

  @Test("Credentials are masked, even if they are written in plain text")
  func masked() async throws {
    let rendered = try await SampleWorkspace().render(
      "url: /\nauth: { basic: { user: ada, password: plain-text } }\n")
    #expect(
      rendered.parts.map { "\($0.name): \($0.value)" }.suffix(2) == ["auth user: ada", "auth password: ••••••••"])
    #expect(rendered.isSecret)
    #expect(rendered.request.secrets.masking("Basic YWRhOnBsYWluLXRleHQ=") == "Basic ••••••••")
  }
}
