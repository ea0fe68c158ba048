import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyFormats
@testable import ParleyWorkspace

@Suite("What a login captured is masked in later processes", .timeLimit(.minutes(3))) struct CapturedSecretTests {
  /// The response's body with a token in place of `TOKEN`, the capture, and what `shared` says of the key.
  private static let captures = [
    (#"{"v":"TOKEN"}"#, "q: .v", ""), (#"{"a":["TOKEN",1]}"#, "q: '.a[0]'", ""), (#"{"v":"TOKEN"}"#, "token: .v", ""),
    (#"{"o":{"x":"TOKEN","y":[{"z":"TOKEN-2"}]}}"#, "q: .o", ""), (#"{"o":[["TOKEN"]]}"#, "q: .o", ""),
    (#"{"v":"TOKEN"}"#, "q: .v", "shared: { q: { cipher: machine } }\n"),
    (#"{"v":"TOKEN","w":2}"#, "{ q: .v, r: .w }", ""),
  ]

  @Test("whatever is captured, and whether a rule said so before", arguments: captures)
  func later(body: String, capture: String, rule: String) async throws {
    var generator = SeededGenerator(seed: 11)
    let token = PiecesOfSecrets.secret(40, &generator)
    let map = capture.hasPrefix("{") ? capture : "{ \(capture) }"
    let workspace = try WhyWorkspace(
      workspace: rule,
      [
        "environments/local.yaml": "vars: { t: { secret: prompt } }\n",
        "requests/login.yaml": "url: /login\nheaders: { X-A: '{{t}}' }\ncapture: \(map)\n",
      ]
    ) { _, _ in .json(body.replacing("TOKEN", with: token)) }
    let first = try await workspace.open()
    let response = try await first.sending.call(first.sending.render("login", given: ["t": "hunter22-hunter22"]))
      .response()
    #expect(
      response.validationFailure == nil
        && response.secrets.maskingForeign(body.replacing("TOKEN", with: token)).contains(Secrets.mask))
    try await first.flushEvents()
    await first.close()
    let later = try await workspace.open()
    let kept = try await later.history.kept("last")
    let text = JSONPrinter.pretty.string(of: kept.exchange.exported)
    #expect(PiecesOfSecrets.piece(of: token, in: text) == nil && text.contains(Secrets.mask), "\(text)")
    await later.close()
  }

  @Test("a record that does not name them is masked by what the request captures now")
  func older() async throws {
    var generator = SeededGenerator(seed: 12)
    let token = PiecesOfSecrets.secret(40, &generator)
    let workspace = try WhyWorkspace([
      "environments/local.yaml": "vars: { t: { secret: prompt } }\n",
      "requests/login.yaml": "url: /login\nheaders: { X-A: '{{t}}' }\n",
    ]) { _, _ in .json(#"{"o":{"v":"\#(token)"},"w":"a-plain-value-of-it"}"#) }
    let first = try await workspace.open()
    _ = try await first.sending.call(first.sending.render("login", given: ["t": "hunter22-hunter22"])).response()
    try await first.flushEvents()
    await first.close()
    for capture in ["{ q: .o }", "{ q: .o.v }"] {
      try workspace.folder.write(
        "url: /login\nheaders: { X-A: '{{t}}' }\ncapture: \(capture)\n", to: "w/requests/login.yaml")
      let later = try await workspace.open()
      let text = JSONPrinter.pretty.string(of: try await later.history.kept("last").exchange.exported)
      #expect(PiecesOfSecrets.piece(of: token, in: text) == nil && text.contains("a-plain-value-of-it"), "\(text)")
      await later.close()
    }
  }

  @Test("and a value of a request without a secret is shown")
  func plain() async throws {
    let workspace = try WhyWorkspace(["requests/r.yaml": "url: /r\ncapture: { q: .v }\n"]) { _, _ in
      .json(#"{"v":"a-plain-value-of-it"}"#)
    }
    let session = try await workspace.open()
    _ = try await session.sending.call(session.sending.render("r")).response()
    try await session.flushEvents()
    let text = JSONPrinter.pretty.string(of: try await session.history.kept("last").exchange.exported)
    #expect(text.contains("a-plain-value-of-it"))
    await session.close()
  }
}
