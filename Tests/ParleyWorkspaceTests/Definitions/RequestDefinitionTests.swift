import ParleyText
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A request's file", .timeLimit(.minutes(2)))
struct RequestDefinitionTests {
  static let login = """
    method: POST
    url: /user/login
    server: api
    query: { tag: [new, sale], ~debug: 1 }
    headers:
      X-Trace: "{{trace}}"
      accept: application/json
      ~X-Off: 'no'
    body:
      json: |
        { "email": "{{email}}" }
    expect: { status: 2xx }
    options: { timeout: 5s, redirects: 3 }
    docs: |
      Signs in.
    """

  @Test("says everything a request is")
  func everything() throws {
    let (value, diagnostics) = RequestDefinition.read(Self.login)
    #expect(diagnostics.isEmpty)
    #expect(
      value
        == RequestDefinition(
          method: "POST", url: "/user/login", server: "api",
          query: [Row("tag", "new"), Row("tag", "sale"), Row("debug", "1", isOn: false)],
          headers: [
            Row("X-Trace", "{{trace}}"), Row("accept", "application/json"), Row("X-Off", "no", isOn: false),
          ],
          body: .json("{ \"email\": \"{{email}}\" }\n"),
          expect: ExpectDefinition(status: Located(.oneOf([.family(2)]))),
          options: .saying { ($0.timeout, $0.redirects) = (Located(.seconds(5)), Located(3)) }, docs: "Signs in."))
  }

  @Test("has a URL of 64 KB at most, and says so")
  func longURL() throws {
    let longest = "/" + String(repeating: "x", count: (64 << 10) - 1)
    #expect(RequestDefinition.read("url: \(longest)\n").diagnostics.isEmpty)
    let diagnostics = RequestDefinition.read("url: \(longest)x\n").diagnostics
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.hint == "a URL has 64 KB at most")
    #expect(diagnostics.first.map { $0.sentence.utf8.count < 1000 } == true)
  }

  @Test("keeps the place of each value")
  func places() throws {
    let request = try #require(RequestDefinition.read(Self.login).value)
    #expect(request.url.place?.description == "a.yaml:2")
    #expect(request.query.map { $0.place?.column } == [16, 21, 36])
    #expect(request.body?.text?.place?.line == 10)
    #expect(request.options.timeout?.place?.column == 21)
  }

  @Test("needs nothing but a URL")
  func least() throws {
    let (value, diagnostics) = RequestDefinition.read("url: https://example.com/\n")
    #expect(value == RequestDefinition(url: "https://example.com/"))
    #expect(diagnostics.isEmpty)
  }

  @Test("may list rows, so that a name comes again between others")
  func listOfRows() throws {
    let value = RequestDefinition.read("url: /\nheaders:\n  - A: 1\n  - { B: 2 }\n  - ~A: 3\n").value
    #expect(value?.headers == [Row("A", "1"), Row("B", "2"), Row("A", "3", isOn: false)])
  }

  @Test("reads values as they are written, whatever YAML would make of them")
  func strings() throws {
    let value = RequestDefinition.read("url: /\nheaders: { A: yes, B: 1e3, C: null, D: ~, E: , F: '1' }\n").value
    #expect(value?.headers.map(\.value) == ["yes", "1e3", "null", "~", "", "1"])
  }

  @Test(
    "has one body of each kind",
    arguments: [
      ("{ text: hi }", BodyDefinition.text("hi")),
      (
        "{ form: { a: 1, ~b: [2, 3] } }",
        .form([Row("a", "1"), Row("b", "2", isOn: false), Row("b", "3", isOn: false)])
      ),
      ("{ json: '[1]' }", .json("[1]")),
    ])
  func bodies(yaml: String, body: BodyDefinition) {
    #expect(RequestDefinition.read("url: /\nbody: \(yaml)\n").value?.body == body)
  }

  @Test(
    "expects statuses alone, by the hundred, in a list, or any",
    arguments: [
      ("200", [200], [201, 304]), ("2xx", [200, 299], [300, 199]), ("[200, 4xx]", [200, 404], [201, 500]),
      ("any", [100, 503], []),
    ])
  func statuses(yaml: String, good: [Int], bad: [Int]) throws {
    let request = try #require(RequestDefinition.read("url: /\nexpect: { status: \(yaml) }\n").value)
    let status = try #require(request.expect.status?.value)
    #expect(good.allSatisfy(status.accepts))
    #expect(!bad.contains(where: status.accepts))
  }

  @Test("expects 2xx or 304 unless it says otherwise")
  func standardStatus() {
    #expect(StatusExpectation.standard.description == "2xx or 304")
    #expect(StatusExpectation.standard.accepts(304))
    #expect(!StatusExpectation.standard.accepts(302))
  }

  @Test(
    "tells durations with their units",
    arguments: [
      ("200ms", Duration.milliseconds(200)), ("1.5s", .milliseconds(1500)), ("5m", .seconds(300)),
      ("1h", .seconds(3600)),
    ])
  func durations(text: String, duration: Duration) {
    #expect(RequestDefinition.read("url: /\noptions: { timeout: \(text) }\n").value?.options.timeout?.value == duration)
  }

  @Test("writes a duration in its largest whole unit", arguments: ["200ms", "1500ms", "90s", "5m", "2h", "0ms"])
  func durationTexts(text: String) {
    #expect(DurationText.parse(text).map(DurationText.text) == text)
  }

  @Test(
    "tells sizes with their units",
    arguments: [
      ("500B", 500), ("1.5 KB", 1500), ("20MB", 20_000_000), ("2GB", 2_000_000_000), ("0.1TB", 100_000_000_000),
    ])
  func sizes(text: String, bytes: Int) {
    #expect(RequestDefinition.read("url: /\noptions: { maxBody: \(text) }\n").value?.options.maxBody?.value == bytes)
  }

  @Test("no size is taken for one", arguments: ["5", "MB", "1.MB", ".5MB", "-1MB", "1mb", "9999999TB", "1e3MB"])
  func noSizes(text: String) {
    #expect(SizeText.parse(text) == nil)
  }

  @Test("writes a size in its largest whole unit", arguments: ["500B", "1500B", "20MB", "2GB", "0B"])
  func sizeTexts(text: String) {
    #expect(SizeText.parse(text).map(SizeText.text) == text)
  }
}
