import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

/// Signing in as the demo shows it: the demo API, the demo workspace, and somebody who does what is asked.
@Suite("Signing in at the demo", .serialized, .timeLimit(.minutes(2)))
struct DemoSignInTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  /// Does with an invitation what a person would do with a browser.
  private struct Visitor: SignInGuide {
    let visit: @Sendable (SignInInvitation) async throws -> Void

    func show(_ invitation: SignInInvitation) async throws { try await visit(invitation) }
  }

  private func client(_ id: String, visiting visit: @escaping @Sendable (SignInInvitation) async throws -> Void)
    async throws -> String?
  {
    let folder = try await parley.copyOfDemo()
    return try await withDemoServer { server in
      let session = try await Session.open(
        at: folder, state: StateFolder(path: parley.home.path("state")), environment: "local",
        given: ["baseUrl": server.url, "password": "secret"], passphraseCost: 16)
      session.attendance.signInGuide = Visitor(visit: visit)
      let result: Result<Response, any Error>
      do {
        result = .success(try await session.sending.call(session.sending.render(id)).response())
      } catch {
        result = .failure(error)
      }
      await session.close()
      return try result.get().json()["client"]?.string ?? result.get().json()["result"]?["client"]?.string
    }
  }

  @Test("a browser that is sent straight back brings the code")
  func atOnce() async throws {
    let client = try await client("auth/sign-in-at-once") { invitation in
      let page = try await Client().send(.get(invitation.address))
      #expect(try page.text().contains("You are signed in"))
    }
    #expect(client == "kiosk")
  }

  /// The form of a page, filled in.
  private static func fill(
    _ page: String, _ answer: String, password: String = "secret", at address: String
  ) async throws -> Response {
    let inputs = page.split(separator: #"<input type="hidden" name=""#).dropFirst()
    var fields = inputs.compactMap { input -> (String, String)? in
      let parts = input.split(separator: "\"", omittingEmptySubsequences: false)
      return parts.count > 2 ? (String(parts[0]), String(parts[2]).replacing("&amp;", with: "&")) : nil
    }
    fields += [("email", "ada@example.com"), ("password", password), ("answer", answer)]
    return try await Client().send(.post(String(address.prefix { $0 != "?" })).body(.form(fields)))
  }

  @Test("the page asks for the password, and again after a wrong one")
  func form() async throws {
    let client = try await client("auth/sign-in") { invitation in
      let page = try await Client().send(.get(invitation.address)).text()
      let again = try await Self.fill(page, "allow", password: "wrong", at: invitation.address).text()
      #expect(again.contains("That is not the password."))
      let done = try await Self.fill(again, "allow", at: invitation.address).text()
      #expect(done.contains("You are signed in"))
    }
    #expect(client == "shop")
  }

  @Test("who denies it is not signed in")
  func denied() async throws {
    let error = await #expect(throws: RequestError.self) {
      try await client("auth/sign-in") { invitation in
        let page = try await Client().send(.get(invitation.address)).text()
        let done = try await Self.fill(page, "deny", at: invitation.address).text()
        #expect(done.contains("You are not signed in"))
      }
    }
    #expect(error?.code == "authorization.access_denied")
  }

  @Test("a code is typed on another device")
  func device() async throws {
    let client = try await client("auth/sign-in-elsewhere") { invitation in
      let fields = [("user_code", invitation.code ?? ""), ("answer", "allow")]
      let page = try await Client().send(.post(invitation.address).body(.form(fields))).text()
      #expect(page.contains("Signed in"))
    }
    #expect(client == "tv")
  }

  @Test("a login is sent by itself, and without a terminal a sign-in fails and says what to do")
  func program() async throws {
    let folder = try await parley.copyOfDemo()
    try await withDemoServer { server in
      let more = ["-w", folder, "--set", "baseUrl=\(server.url)", "--set", "password=secret"]
      let program = try Executables.built("parley")
      let login = try await FinishedProcess.run(
        program, ["send", "auth/login"] + more, environment: parley.environment, input: [])
      #expect(login.status == 0 && login.outputText.contains("Ada Lovelace"), "\(login.errorText)")
      let alone = try await FinishedProcess.run(
        program, ["send", "auth/sign-in"] + more, environment: parley.environment, input: [])
      #expect(alone.status == 2)
      #expect(alone.errorText.contains("A person has to sign in, and nobody can be asked here."))
    }
  }
}
