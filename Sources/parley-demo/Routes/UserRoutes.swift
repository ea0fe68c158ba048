import HTTPServing
import HTTPTypes
import ParleyEngine

/// Signing in, and the people who can.
enum UserRoutes {
  static func all(_ shop: Shop) -> [Route] {
    [
      .post("/user/login", "Sign in: any email, password \"secret\"; gives a token") { try await signIn($0, shop) },
      .post("/user/logout", "Sign out (needs the token)") { request in
        try await shop.signOut(token: bearerToken(of: request))
        return .noContent
      },
      .get("/user/profile", "Who is signed in (needs the token)") { request in
        .success(try await shop.user(token: bearerToken(of: request)).json)
      },
      Route("PATCH", "/user/profile", "Change name or locale (needs the token)") { try await changeProfile($0, shop) },
      .get("/users", "Everybody") { _ in .success(.array(await shop.state.users.map(\.json))) },
      .get("/users/:id", "Somebody") { request in
        .success(try await shop.user(id: request.integer("id", in: 1...Int.max)).json)
      },
    ]
  }

  private static func signIn(_ request: Request, _ shop: Shop) async throws -> ServedResponse {
    let fields = try FieldReader(request.fields())
    let email = fields.text("email", where: { $0.contains("@") }, "must be an e-mail address")
    let password = fields.text("password", where: { !$0.isEmpty }, "must be a text")
    try fields.finish()
    let (token, user) = try await shop.signIn(email: email, password: password)
    return .success(["token": .string(token), "user": user.json], message: "Welcome, \(user.name).")
  }

  private static func changeProfile(_ request: Request, _ shop: Shop) async throws -> ServedResponse {
    let fields = try FieldReader(request.fields())
    let name = fields.optionalText("name", where: { !$0.isEmpty }, "must be a text that is not empty")
    let locale = fields.optionalText("locale", where: { $0.count >= 2 }, "must be a language such as en or pt-BR")
    try fields.finish()
    let user = try await shop.changeUser(token: bearerToken(of: request), name: name, locale: locale)
    return .success(user.json, message: "Saved.")
  }

  /// The scheme's name counts in any case (RFC 9110, 11.1).
  private static func bearerToken(of request: Request) -> String? {
    guard let value = request.headers[.authorization] else { return nil }
    let words = value.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    return String(words[1])
  }
}
