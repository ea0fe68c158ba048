import TestSupport

/// Authorization servers that want more than they should have.
struct Tokens: TorturePart {
  static let name = "tokens"
  static let summary =
    "token servers that redirect to another origin, repeat what they were shown, send tokens without an end, or none"
  static let promise = "no credential leaves its origin or is printed; it ends in time, and says why there is no token"
  static let shortCount = 4

  private static let secret = "s3cret-client"

  func attempt(_ trial: Trial) async throws {
    let other = try RawServer.answering(.text(#"{"access_token":"stolen"}"#))
    defer { other.stop() }
    let server = try RawServer.answering(Self.reply(leadingTo: other.url, trial))
    defer { server.stop() }
    let sandbox = try Sandbox(server: server.url)
    try sandbox.write("vars: { secret: { secret: prompt } }\n", to: "environments/local.yaml")
    try sandbox.write("url: /one\nauth: \(Self.auth(at: server.url, trial))\n", to: "requests/one.yaml")
    let sent = try await sandbox.parley(["send", "one", "--set", "secret=\(Self.secret)"], limit: .seconds(40))
    trial.judge(sent, ["send", "one"])
    trial.expect(sent.status != 0, "It was sent: \(sent.outputText.prefix(200))")
    trial.expect(other.requests.isEmpty, "The other origin got \(other.requests.map(\.bodyText))")
    trial.expect(!(sent.outputText + sent.errorText).contains(Self.secret), "The secret is told: \(sent.errorText)")
  }

  private static func auth(at url: String, _ trial: Trial) -> String {
    let place = trial.pick(["header", "body"])
    let grant = trial.pick([
      "grant: clientCredentials", "grant: password, username: ada, password: '{{secret}}'",
      "grant: refreshToken, refreshToken: '{{secret}}'",
    ])
    trial.step("\(grant), shown in the \(place)")
    return
      "{ oauth2: { tokenUrl: '\(url)/token', clientId: me, clientSecret: '{{secret}}', client: \(place), \(grant) } }"
  }

  private static func reply(leadingTo url: String, _ trial: Trial) -> RawReply {
    switch trial.int(0..<4) {
    case 0:
      let status = trial.pick([
        "301 Moved", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect",
      ])
      trial.step(status)
      return .text("", status: status, headers: ["Location: \(url)/token"])
    case 1:
      trial.step("the secret in its error")
      let cut = String(repeating: "x", count: trial.int(280..<301))
      return .text(
        #"{"error":"invalid_client","error_description":"\#(cut)\#(secret)"}"#, status: "401 Unauthorized")
    case 2:
      let size = trial.int(300_000..<12_000_000)
      trial.step("a token of \(size) bytes")
      return .text(#"{"access_token":"\#(String(repeating: "t", count: size))"}"#)
    default:
      trial.step("the secret as its error")
      return .text(#"{"error":"\#(secret)"}"#, status: "400 Bad Request")
    }
  }
}
