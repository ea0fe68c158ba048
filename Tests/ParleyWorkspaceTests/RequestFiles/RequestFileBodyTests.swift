import HTTPTypes
import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Bodies of a request's file", .timeLimit(.minutes(2)))
struct RequestFileBodyTests {
  private func body(_ yaml: String) async throws -> RenderedRequest.Body? {
    try await SampleWorkspace().render("url: /\nbody: \(yaml)\n", given: ["q": "say \"hi\"", "n": "3"]).body
  }

  private func text(_ body: RenderedRequest.Body?) -> String? {
    switch body {
    case .json(let text), .text(let text): text.text
    case .form(let rows): rows.map { "\($0.name)=\($0.value.text)" }.joined(separator: "; ")
    case .graphql, .multipart, .file, nil: nil
    }
  }

  @Test("JSON is sent as it is written, with values filled in as JSON")
  func json() async throws {
    let body = try await body("{ json: '{  \"q\": \"{{q}}\", \"n\": {{n}}, \"x\": 1.10 }' }")
    #expect(text(body) == #"{  "q": "say \"hi\"", "n": 3, "x": 1.10 }"#)
  }

  @Test("Text is sent as it is written")
  func plainText() async throws {
    #expect(text(try await body("{ text: '{{q}} {{n}}' }")) == #"say "hi" 3"#)
  }

  @Test("A form keeps its order, without the rows turned off")
  func form() async throws {
    #expect(text(try await body("{ form: { b: '{{q}}', ~x: 0, a: [1, 2] } }")) == #"b=say "hi"; a=1; a=2"#)
  }

  @Test("Any method may have a body, GET too, and none needs one")
  func anyMethod() async throws {
    let rendered = try await SampleWorkspace().render("method: GET\nurl: /\nbody: { text: x }\n")
    #expect(rendered.request.method == .get)
    #expect(rendered.request.body != nil)
    #expect(try await SampleWorkspace().render("method: POST\nurl: /\n").request.body == nil)
  }
}
