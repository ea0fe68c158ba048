import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("JSON that is none is sent with a warning", .timeLimit(.minutes(2)))
struct BrokenJSONTests {
  private func warnings(_ body: String, _ more: String = "") async throws -> [String] {
    let sample = try SampleWorkspace()
    return try await sample.render("method: POST\nurl: /x\n\(more)\(body)").warnings
  }

  @Test(
    "the place of the mistake is said, and how the body goes",
    arguments: [
      ("body: { json: '{\"a\":}' }", "", "sent as it is. Line 1, column 6:"),
      ("body: { text: '{\"a\":}' }", "headers: { Content-Type: application/json }\n", "sent as JSON. Line 1"),
      (
        "body: { text: '[{]' }", "headers: { Content-Type: application/problem+json; charset=utf-8 }\n", "sent as JSON."
      ),
      (
        "body: { text: '{\"a\":}' }", "headers: { Content-Type: application/x-www-form-urlencoded }\n",
        "sent as a form."
      ),
      ("body: { graphql: { query: '{ me }', variables: '{' } }", "", "The variables are not valid JSON"),
    ])
  func broken(body: String, headers: String, words: String) async throws {
    let warnings = try await warnings(body, headers)
    #expect(warnings.count == 1 && warnings.first?.contains(words) == true, "\(warnings)")
  }

  @Test(
    "nothing is said of what is JSON, of what never was, and of an empty body",
    arguments: [
      ("body: { json: '{\"a\": [1, null]}' }", ""), ("body: { text: 'a=1' }", ""), ("body: { json: ' ' }", ""),
      ("body: { text: '{' }", "headers: { Content-Type: text/plain }\n"),
      ("body: { text: 'a[]={' }", "headers: { Content-Type: application/x-www-form-urlencoded }\n"),
      ("body: { json: '{}\n{}' }", "headers: { Content-Type: application/x-ndjson }\n"),
    ])
  func fine(body: String, headers: String) async throws {
    #expect(try await warnings(body, headers).isEmpty)
  }

  @Test("what stands at the mistake is not told where a secret was filled in")
  func secret() async throws {
    let sample = try SampleWorkspace(files: ["environments/local.yaml": "vars: { pw: { secret: prompt } }\n"])
    let rendered = try await sample.render(
      "url: /x\nmethod: POST\nheaders: { Content-Type: application/json }\nbody: { text: '{{pw}}' }\n",
      given: ["pw": "hunter}"])
    for warning in rendered.warnings { #expect(!warning.contains("found"), "\(warning)") }
    #expect(rendered.warnings.count == 1)
  }
}
