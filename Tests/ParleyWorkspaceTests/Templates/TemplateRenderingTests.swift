import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Filling in a text", .timeLimit(.minutes(2)))
struct TemplateRenderingTests {
  private let scope = TemplateScope.make(
    environment: """
      vars:
        email: ada@example.com
        quote: 'say "hi" \\ 日本'
        count: 3
        text: "3"
        flag: true
        nothing: null
        password: { secret: prompt }
        header: "Bearer {{password}}"
        id: "{{uuid()}}"
      """, requestIDs: ["user/login"])

  private func rendered(_ text: String, _ providers: ValueProviders = .fixed()) async throws -> String {
    var renderer = TemplateRenderer(scope, providers)
    return try await renderer.render(text).text
  }

  private func json(_ text: String, _ providers: ValueProviders = .fixed()) async throws -> String {
    var renderer = TemplateRenderer(scope, providers)
    return try await renderer.render(json: text).text
  }

  @Test("puts values where their names stood, and tells which stand where")
  func fills() async throws {
    var renderer = TemplateRenderer(scope)
    let text = try await renderer.render("ü {{email}}, {{count}}")
    #expect(text.text == "ü ada@example.com, 3")
    #expect(text.fills.map(\.range) == [3..<18, 20..<21])
    #expect(text.fills.map(\.template) == ["email", "count"])
    #expect(text.fills.map(\.source.description) == ["environments/local.yaml:2", "environments/local.yaml:4"])
  }

  @Test("leaves the braces themselves where they are wanted")
  func braces() async throws {
    #expect(try await rendered("{{'{{'}}email}}") == "{{email}}")
  }

  @Test("escapes a value inside the quotes of a JSON text")
  func insideQuotes() async throws {
    #expect(try await json(#"{"q": "a {{quote}}", "n": "{{count}}"}"#) == #"{"q": "a say \"hi\" \\ 日本", "n": "3"}"#)
  }

  @Test("inserts JSON outside quotes: what is written plain keeps its type")
  func outsideQuotes() async throws {
    #expect(
      try await json(#"[{{count}}, {{text}}, {{flag}}, {{nothing}}, {{email}}, "\"{{count}}"]"#)
        == #"[3, "3", true, null, "ada@example.com", "\"3"]"#)
  }

  @Test("writes the same values in any other text as they are")
  func plainText() async throws {
    #expect(try await rendered(#"{{count}} {{flag}} {{nothing}} "{{quote}}""#) == #"3 true null "say "hi" \ 日本""#)
  }

  @Test("gives a name one value in all texts of a send, and a function a new one each time")
  func once() async throws {
    var renderer = TemplateRenderer(scope)
    #expect(try await renderer.render("{{id}} {{uuid()}} {{uuid()}}").text == "uuid-1 uuid-2 uuid-3")
    #expect(try await renderer.render("{{id}}").text == "uuid-1")
  }

  @Test("knows the time, and Base64")
  func functions() async throws {
    #expect(try await rendered("{{now()}} {{now('unix')}}") == "2025-11-21T14:03:07.123Z 1763733787")
    #expect(try await json("{{now('unix')}}") == "1763733787")
    #expect(try await rendered("{{base64('a:ü')}} {{base64(email)}}") == "YTrDvA== YWRhQGV4YW1wbGUuY29t")
  }

  @Test("takes values out of the last response to a request, with their type")
  func responses() async throws {
    let answer = ProvidedResponse(
      body: Array(#"{"result": {"token": "t", "items": [1.50, {"a": null}]}}"#.utf8), isSecret: false)
    let providers = ValueProviders.fixed(responses: ["user/login": answer])
    #expect(try await rendered("{{response('user/login').result.token}}", providers) == "t")
    #expect(try await json("[{{response('user/login').result.items[0]}}]", providers) == "[1.50]")
    #expect(try await json("{{response('user/login').result.items}}", providers) == #"[1.50,{"a":null}]"#)
  }

  @Test("keeps secret what a response to a secret request held")
  func secretResponse() async throws {
    let answer = ProvidedResponse(body: Array(#"{"token": "abcdefgh"}"#.utf8), isSecret: true)
    var renderer = TemplateRenderer(scope, .fixed(responses: ["user/login": answer]))
    let text = try await renderer.render("{{response('user/login').token}}")
    #expect(text.isSecret)
    #expect(renderer.secrets.masking("x abcdefgh") == "x ••••••••")
  }

  @Test("says which response is missing, or what it lacks")
  func missingResponses() async throws {
    let answers = ["user/login": ProvidedResponse(body: Array(#"{"tokn": 1}"#.utf8), isSecret: false)]
    await #expect(throws: RenderError.noResponse(request: "user/login")) {
      try await rendered("{{response('user/login')}}")
    }
    let error = await #expect(throws: RenderError.self) {
      try await rendered("{{response('user/login').token}}", .fixed(responses: answers))
    }
    #expect(
      error?.summary
        == "The last response of user/login has no such value: The value has no key `token`; it has `tokn`.")
  }

  @Test("has a bound, when values double one another")
  func bound() async throws {
    let vars = (0..<60).map { "  v\($0): '{{v\($0 + 1)}}{{v\($0 + 1)}}'" } + ["  v60: x"]
    var renderer = TemplateRenderer(TemplateScope.make(workspace: "vars:\n" + vars.joined(separator: "\n")))
    let error = await #expect(throws: RenderError.self) { try await renderer.render("{{v0}}") }
    #expect(error?.code == "render.tooLarge")
  }
}
