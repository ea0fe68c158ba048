import ParleyEngine
import TestSupport
import Testing

@Suite("Signing in on another device", .timeLimit(.minutes(2)))
struct DeviceSignInTests {
  private let clock = QuickClock()

  private func send(_ server: SignInServer, _ person: (any SignInGuide)?) async throws -> String {
    var configuration = ClientConfiguration(servers: Servers(Server(server.server.url)))
    configuration.signIn = person
    let oauth = OAuth2(tokenURL: "/token", grant: .deviceCode(deviceURL: "/device"), clientID: "tv", scope: "read")
    let client = Client(configuration, clock: clock)
    return try await client.send(.get("/x").authorized(.oauth2(oauth))).text()
  }

  @Test("the code is shown, and the server is asked as often as it wants until the person has signed in")
  func flow() async throws {
    let answers = ["authorization_pending", "slow_down", "authorization_pending"].map(SignInServer.refusal)
    let server = try SignInServer(answers + [SignInServer.token])
    let person = Person()
    #expect(try await send(server, person) == "Bearer fresh")
    let invitation = try #require(person.invitations.first)
    #expect(invitation.address == "https://id.example.com/device" && invitation.code == "WDJB-MJHT")
    #expect(invitation.bestAddress == "https://id.example.com/device?user_code=WDJB-MJHT")
    #expect(server.deviceBodies == ["scope=read&client_id=tv"])
    #expect(server.tokenBodies.count == 4)
    #expect(
      server.tokenBodies[0]
        == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=d3vice&client_id=tv")
    #expect(clock.waits == [.seconds(1), .seconds(1), .seconds(6), .seconds(6)])
  }

  @Test("a refusal ends it", arguments: ["access_denied", "expired_token"])
  func refused(_ code: String) async throws {
    let server = try SignInServer([SignInServer.refusal("authorization_pending"), SignInServer.refusal(code)])
    let error = await #expect(throws: RequestError.self) { try await send(server, Person()) }
    #expect(error?.code == "authorization.\(code)")
    #expect(error?.advice?.isEmpty == false)
  }

  @Test("without a person nothing is begun")
  func nobody() async throws {
    let server = try SignInServer()
    let error = await #expect(throws: RequestError.self) { try await send(server, nil) }
    #expect(error?.code == "authorization.signIn" && server.deviceBodies.isEmpty)
  }

  static let unusable = [
    #"{"device_code":"d","user_code":"\u001b[31mX","verification_uri":"https://id.example.com"}"#,
    #"{"device_code":"d","user_code":"X","verification_uri":"javascript:alert(1)"}"#,
    #"{"device_code":"d","user_code":"X","verification_uri":"https://id.example.com/\u001b]0;x"}"#, "{}", "<html>",
  ]

  @Test("what cannot be shown or opened is refused", arguments: unusable)
  func unusableAnswer(_ answer: String) async throws {
    let server = try SignInServer(device: .text(answer))
    let person = Person()
    let error = await #expect(throws: RequestError.self) { try await send(server, person) }
    #expect(error?.code == "authorization.signIn" && person.invitations.isEmpty)
  }
}
