import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

/// Secrets of random letters and digits, and whether a piece of one is told.
enum PiecesOfSecrets {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")

  static func secret(_ length: Int, _ generator: inout SeededGenerator) -> String {
    String((0..<length).map { _ in letters.randomElement(using: &generator) ?? "x" })
  }

  /// The first piece of six characters of a secret that stands in a text. Its characters are a byte each.
  static func piece(of secret: String, in text: String) -> String? {
    let ofSecret = Set(pieces(of: secret))
    return pieces(of: text).first(where: ofSecret.contains).map { piece in
      String(decoding: (0..<6).reversed().map { UInt8(truncatingIfNeeded: piece >> ($0 * 8)) }, as: UTF8.self)
    }
  }

  /// Each six bytes that follow one another, as a number: a debug program looks for a text among others a hundred times as long.
  private static func pieces(of text: String) -> [UInt64] {
    var last: UInt64 = 0
    return text.utf8.map { byte in
      last = last << 8 & 0xFFFF_FFFF_FFFF | UInt64(byte)
      return last
    }.dropFirst(5).map(\.self)
  }
}

@Suite("What is told of a failed check has no part of a secret in it", .timeLimit(.minutes(3)))
struct CheckedSecretTests {
  /// Each fails, and would quote the token that the server gives, or the one that it repeats.
  private static let expectations = [
    "jq: '. == {}'", "jq: '.pad == 1'", "jq: '.access_token | tonumber'", "jq: '[.access_token] | implode'",
    "jq: 'error(.access_token[2:20])'", "jq: '.echo | error'", "jq: '$response.headers[\"x-a\"] | tonumber'",
    "jq: '.echo | tonumber'", "jq: '.echo + 1'", "jq: '.echo | .[2:14] == \"\"'", "jq: '.access_token[3:15] == \"\"'",
    "jq: '{(.access_token): 1} == {}'", "jq: '[.echo, .access_token] | join(\"-\") == \"\"'",
    "jq: '.access_token as $t | ($t | ascii_downcase) == \"x\"'", "jq: '.[.access_token].x'",
    "schema: { properties: { access_token: { type: integer } } }",
    "schema: { properties: { echo: { type: integer }, pad: { const: 1 } } }",
    "schema: { properties: { access_token: { enum: [a, b] }, echo: { pattern: '^$' } } }",
    "schema: { properties: { access_token: { maxLength: 2, format: date }, list: { items: { not: {} } } } }",
    "schema: { additionalProperties: { anyOf: [{ type: integer }, { type: boolean }] } }",
    "headers: { X-A: other }",
  ]

  private static func workspace(_ files: [String: String], giving token: String, padding: String) throws -> WhyWorkspace
  {
    try WhyWorkspace(
      files.merging(["environments/local.yaml": "vars: { t: { secret: prompt } }\n"]) { $1 }
    ) { _, request in
      let echo = request.value(of: "X-A") ?? ""
      return .text(
        #"{"pad":"\#(padding)","access_token":"\#(token)","echo":"\#(echo)","list":["\#(padding)\#(echo)"]}"#,
        headers: ["Content-Type: application/json", "X-A: \(echo)"])
    }
  }

  @Test(
    "of a request, whatever the length of the secret and its place",
    arguments: [(20, 0), (40, 28), (40, 60), (150, 3), (150, 80), (600, 92)])
  func expectations(length: Int, place: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(length + place))
    let (own, given) = (PiecesOfSecrets.secret(length, &generator), PiecesOfSecrets.secret(length, &generator))
    let requests = Self.expectations.enumerated().map { index, text in
      ("requests/r\(index).yaml", "url: /r\nheaders: { X-A: 'Token {{t}}' }\nexpect: { \(text) }\n")
    }
    let workspace = try Self.workspace(
      Dictionary(requests) { $1 }, giving: given, padding: String(repeating: "_", count: place))
    let session = try await workspace.open()
    let told = session.client.events.subscribe()
    for (index, expectation) in Self.expectations.enumerated() {
      let response = try await session.sending.call(session.sending.render("r\(index)", given: ["t": own])).response()
      let failure = try #require(response.validationFailure, "\(expectation)")
      let texts = [failure.summary, "\(failure)", "\(failure.checked)"] + told.takeAvailable().map { "\($0)" }
      for secret in [own, given] {
        for text in texts {
          let piece = PiecesOfSecrets.piece(of: secret, in: text)
          #expect(piece == nil, "\(expectation): \(piece ?? "") of \(secret) in \(text)")
        }
      }
    }
    await session.close()
  }

  @Test("of a step that asserts", arguments: [(40, 0), (40, 80), (150, 90)])
  func assertions(length: Int, place: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(length + place))
    let (own, given) = (PiecesOfSecrets.secret(length, &generator), PiecesOfSecrets.secret(length, &generator))
    let filters = [
      ". == {}", ".pad == 1", ".echo == \"x\"", ".echo | tonumber", ".access_token[2:30] == 1",
      "error(.access_token[1:9])",
    ]
    var files = ["requests/r.yaml": "url: /r\nheaders: { X-A: 'Token {{t}}' }\n"]
    for (index, filter) in filters.enumerated() {
      files["groups/g\(index).yaml"] = "serial:\n  - request: r\n  - { local: check, assert: ['\(filter)'] }\n"
    }
    let workspace = try Self.workspace(files, giving: given, padding: String(repeating: "_", count: place))
    let session = try await workspace.open()
    for (index, filter) in filters.enumerated() {
      _ = try await session.groups.run("g\(index)", given: ["t": own]).result()
      try await session.flushEvents()
      let recording = try await session.runs.recording(of: session.runs.kept("last"))
      let record = try #require(recording.nodes.first { $0.name == "check" })
      let error = try #require(record.error)
      for secret in [own, given] {
        let piece = PiecesOfSecrets.piece(of: secret, in: "\(error)")
        #expect(piece == nil, "\(filter): \(piece ?? "") in \(error)")
      }
    }
    await session.close()
  }

  @Test("nor of a value that the request captures, whose name says nothing")
  func captured() async throws {
    var generator = SeededGenerator(seed: 7)
    let given = PiecesOfSecrets.secret(40, &generator)
    let workspace = try WhyWorkspace([
      "environments/local.yaml": "vars: { t: { secret: prompt } }\n",
      "requests/r.yaml":
        "url: /r\nheaders: { X-A: '{{t}}' }\ncapture: { q: .o.v }\nexpect: { jq: '.o == {}' }\n",
    ]) { _, _ in .json(#"{"o":{"v":"\#(given)"}}"#) }
    let session = try await workspace.open()
    let response = try await session.sending.call(session.sending.render("r", given: ["t": "hunter22-hunter22"]))
      .response()
    let failure = try #require(response.validationFailure)
    #expect(failure.checked.map(\.sentence) == [#".o = {"v":"\#(Secrets.mask)"}"#])
    await session.close()
  }

  @Test("while a check of a plain request quotes what it saw")
  func plain() async throws {
    let workspace = try WhyWorkspace(["requests/r.yaml": "url: /r\nexpect: { jq: '.state == 1' }\n"]) { _, _ in
      .json(#"{"state":"pending"}"#)
    }
    let session = try await workspace.open()
    let response = try await session.sending.call(session.sending.render("r")).response()
    #expect(response.validationFailure?.checked.map(\.sentence) == [#".state = "pending""#])
    await session.close()
  }
}
