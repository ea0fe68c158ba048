import HTTPServing
import ParleyEngine

/// Pages that people sign in at: with a browser that comes back, and with a code from another device.
enum SignInRoutes {
  static func all(_ desk: SignInDesk) -> [Route] {
    [
      .get("/oauth/authorize", "OAuth 2: signs in without a question, and sends the browser back") { request in
        try await consent(Asked(request.query), desk)
      },
      .get("/oauth/authorize/form", "OAuth 2: a page that asks for name and password (\"secret\")") { request in
        try page(Asked(request.query))
      },
      .post("/oauth/authorize/form", "What that page sends") { request in
        try await answer(request.form, desk)
      },
      .post("/oauth/device", "OAuth 2: begins a sign-in on another device") { try await begin($0, desk) },
      .get("/device", "The page for the other device") { devicePage(code: $0.query["user_code"] ?? "") },
      .post("/device", "What that page sends") { request in
        await answerDevice(request.form, desk)
      },
    ]
  }
}

// The browser that comes back (RFC 6749 §4.1).
extension SignInRoutes {
  /// The parameters of a client's authorization request.
  private struct Asked {
    let client: String
    let redirect: String
    let state: String
    let challenge: String

    init(_ query: Query) throws {
      (client, redirect) = (query["client_id"] ?? "", query["redirect_uri"] ?? "")
      (state, challenge) = (query["state"] ?? "", query["code_challenge"] ?? "")
      // Nobody is sent anywhere else.
      guard ["http://127.0.0.1", "http://localhost"].contains(where: { isRedirect(redirect, to: $0) }) else {
        throw Problem.badRequest(
          "The browser cannot be sent there.", field: "redirect_uri", "must be a URL of this machine")
      }
      guard query["response_type"] == "code", !client.isEmpty, query["code_challenge_method"] == "S256",
        challenge.utf8.count == 43
      else {
        throw Problem.badRequest(
          "This is no request for a code.", field: "code_challenge",
          "client_id, response_type=code, and a proof key by S256 are needed")
      }
    }

    /// Back to the client with a code, or with an error.
    func reply(_ name: String, _ value: String) -> ServedResponse {
      let separator = redirect.contains("?") ? "&" : "?"
      let pairs = [(name, value), ("state", state)].map { "\($0)=\(PercentText.encoded($1))" }.joined(
        separator: "&")
      return ServedResponse(status: 302, headers: [Header("Location", redirect + separator + pairs)])
    }
  }

  private static func isRedirect(_ url: String, to host: String) -> Bool {
    guard url.hasPrefix(host), isOneLine(url) else { return false }
    let rest = url.dropFirst(host.count)
    return rest.isEmpty || rest.hasPrefix(":") && rest.dropFirst().first?.isNumber == true || rest.hasPrefix("/")
  }

  private static func consent(_ asked: Asked, _ desk: SignInDesk) async throws -> ServedResponse {
    let code = await desk.grant(client: asked.client, challenge: asked.challenge, redirect: asked.redirect)
    return asked.reply("code", code)
  }

  private static func page(_ asked: Asked, mistake: String? = nil) throws -> ServedResponse {
    let hidden = [
      ("client_id", asked.client), ("redirect_uri", asked.redirect), ("state", asked.state),
      ("code_challenge", asked.challenge), ("response_type", "code"), ("code_challenge_method", "S256"),
    ]
    return .page(
      "Sign in to the shop",
      """
      <p>\(escaped(asked.client)) wants to act for you. The password is <b>secret</b>.</p>\(HTML.mistake(mistake))
      <form method="post" action="/oauth/authorize/form">\(HTML.hidden(hidden))
      <p><label>E-mail <input name="email" value="ada@example.com"></label></p>
      <p><label>Password <input name="password" type="password" autofocus></label></p>
      <p><button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Deny</button></p></form>
      """)
  }

  private static func answer(_ form: Query, _ desk: SignInDesk) async throws -> ServedResponse {
    let asked = try Asked(form)
    guard form["answer"] != "deny" else { return asked.reply("error", "access_denied") }
    guard form["password"] == "secret" else { return try page(asked, mistake: "That is not the password.") }
    return try await consent(asked, desk)
  }
}

// Another device (RFC 8628).
extension SignInRoutes {
  private static func begin(_ request: Request, _ desk: SignInDesk) async throws -> ServedResponse {
    let form = try request.fields()
    guard let client = form["client_id"]?.string, !client.isEmpty else { return AuthRoutes.failure("invalid_client") }
    let code = await desk.begin(client: client)
    let page = "http://\(request.served.host ?? "127.0.0.1")/device"
    return .json([
      "device_code": .string(code.deviceCode), "user_code": .string(code.userCode),
      "verification_uri": .string(page), "verification_uri_complete": .string("\(page)?user_code=\(code.userCode)"),
      "expires_in": JSONValue(SignInDesk.lifetime), "interval": JSONValue(SignInDesk.interval),
    ])
  }

  private static func devicePage(code: String, mistake: String? = nil) -> ServedResponse {
    .page(
      "Sign in another device",
      """
      <p>Type the code that the other device shows.</p>\(HTML.mistake(mistake))
      <form method="post" action="/device"><p><input name="user_code" value="\(escaped(code))" autofocus></p>
      <p><button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Deny</button></p></form>
      """)
  }

  private static func answerDevice(_ form: Query, _ desk: SignInDesk) async -> ServedResponse {
    let (code, isAllowed) = (form["user_code"] ?? "", form["answer"] != "deny")
    guard await desk.answer(userCode: code, isAllowed: isAllowed) else {
      return devicePage(code: code, mistake: "No device waits with this code.")
    }
    return .page(isAllowed ? "Signed in" : "Denied", "<p>You can close this page.</p>")
  }
}

// Pages.
private enum HTML {
  static func hidden(_ pairs: [(String, String)]) -> String {
    pairs.map { #"<input type="hidden" name="\#($0)" value="\#(escaped($1))">"# }.joined()
  }

  static func mistake(_ text: String?) -> String { text.map { "<p><b>\(escaped($0))</b></p>" } ?? "" }
}

private func escaped(_ text: String) -> String {
  text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    .replacing("\"", with: "&quot;")
}

extension ServedResponse {
  fileprivate static func page(_ title: String, _ body: String) -> ServedResponse {
    ServedResponse.text(
      """
      <!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>\(title)</title>
      <style>body{font:18px/1.5 system-ui,sans-serif;margin:15vh auto;max-width:30em;padding:0 1em;color-scheme:light dark}</style>
      <h1>\(title)</h1>\(body)

      """, type: "text/html; charset=utf-8"
    ).with(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' http://127.0.0.1:* http://localhost:*")
  }
}
