import ParleyEngine
import Testing

// "Пример использования": the long example, from signing in to a new avatar.
extension RestManager {
  // sample: gbk-user
  struct RestUser: Sendable {
    let api: StandardFamily

    func login(_ data: LoginData) -> StandardOperation<AuthModel> {
      api.prepare(APIUser.login.body(.json(encoding: data)))
    }

    func profile() -> StandardOperation<UserModel> {
      api.prepare(APIUser.profile)
    }

    func upload(avatar: [UInt8]) -> StandardOperation<AvatarModel> {
      api.prepare(APIUser.avatar.attaching(.jpg("file", avatar)))
    }
  }
  // end

  private static func backend() throws -> Backend {
    try Backend { asked in
      switch asked.path {
      case "/api/v1/user/login": success(["token": "secret-token"])
      case "/api/v1/user/profile": success(["name": "ada"])
      default: asked.text.contains("image/jpeg") ? success(["url": "/1.jpg"]) : .status(422)
      }
    }
  }

  @Test("A simple post with a model gives a token, with which the next requests show who they are")
  func login() async throws {
    let (backend, screen) = (try Self.backend(), Screen())
    let client = Self.client(of: backend)
    let users = RestUser(api: StandardFamily(through: client))
    // sample: gbk-login
    users.login(LoginData(email: "client@example.com", password: "A1111111"))
      .onComplete { answer in
        guard let token = answer.payload?.token else { return }
        client.configuration.authorizationSource = { "Bearer \(token)" }
        users.profile()
          .onComplete { profile in screen.show(profile.payload?.name ?? "nobody") }
          .run()
      }
      .run()
    // end
    #expect(await screen.wait(for: 1) == ["ada"])
    #expect(backend.asked.map { $0["Authorization"] } == [nil, "Bearer secret-token"])
    #expect(backend.asked.first?.json?["email"] == "client@example.com")
  }

  @Test("An operation's own handlers replace those of its family, each only its like")
  func avatar() async throws {
    let (backend, screen) = (try Self.backend(), Screen())
    let api = StandardFamily(through: Self.client(of: backend, authorization: "Bearer t"))
    api.onState { _ in Issue.record("The operation has a state handler of its own.") }
    let users = RestUser(api: api)
    // sample: gbk-handlers
    users.upload(avatar: [0xFF, 0xD8])
      .onComplete { answer in screen.show(answer.payload?.url ?? "none") }
      .onState { state in screen.show(state == .started ? "loading" : "loaded") }
      .onError { error in screen.show(error.summary) }
      .onEnd { screen.show("end") }
      .run()
    // end
    #expect(await screen.wait(for: 4) == ["loading", "/1.jpg", "loaded", "end"])
    #expect(backend.asked.first?.text.contains("name=\"file\"") == true)
  }

  @Test("An error of an operation goes to its own handler, and only there")
  func localError() async throws {
    let backend = try Backend { _ in .status(422) }
    let (api, screen) = (StandardFamily(through: Self.client(of: backend, authorization: "Bearer t")), Screen())
    api.onError { _ in Issue.record("The operation has an error handler of its own.") }
    api.onState { state in screen.show(state) }
    RestUser(api: api).profile().onError { error in screen.show(error.code) }.run()
    #expect(await screen.wait(for: 3) == ["started", "api.processing", "ended"])
  }
}
