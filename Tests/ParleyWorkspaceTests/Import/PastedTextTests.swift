import ParleyEngine
import ParleyText
import Testing

@testable import ParleyFiles
@testable import ParleyFormats
@testable import ParleyWorkspace

@Suite("A pasted text becomes requests", .timeLimit(.minutes(2)))
struct PastedTextTests {
  private func request(_ text: String) throws -> RequestDefinition? {
    guard case .request(let command, _)? = try PastedText(text) else { return nil }
    return command.request
  }

  private func hint(_ text: String) throws -> String? {
    guard case .request(_, let hint)? = try PastedText(text) else { return nil }
    return hint
  }

  @Test(
    "a URL without a scheme uses http for this machine and with a port, otherwise https; the hint says so",
    arguments: [
      ("https://api.example.com/a?b=1", "https://api.example.com/a?b=1"), ("localhost/a", "http://localhost/a"),
      ("127.0.0.1:8080", "http://127.0.0.1:8080"), ("shop:8080/a", "http://shop:8080/a"),
      (" api.example.com/a\n", "https://api.example.com/a"),
    ])
  func addresses(text: String, url: String) throws {
    #expect(try request(text)?.url.value.hasPrefix(url.prefix { $0 != "?" }) == true)
    #expect(try (hint(text) == nil) == text.contains("://"))
  }

  @Test(
    "a credential is named after its server, however the URL names that",
    arguments: [
      ("POST http://a.test/echo token=hunter22", "token at a.test"),
      ("POST /echo token=hunter22", "token at the default server"),
      ("POST /echo 'Authorization:Bearer hunter22'", "token at the default server"),
      ("POST {{baseUrl}}/echo token=hunter22", "token at baseUrl"),
      ("POST https://{{host}}/echo token=hunter22", "token at host"),
    ])
  func credentials(text: String, name: String) throws {
    let words = try ShellWords.split(text)
    let command = try RequestLine(words).command(in: nil, forWorkspaceAt: nil)
    #expect(command.secrets.map(\.name) == [name])
    #expect("\(command.request)".contains("hunter22") == false)
  }

  @Test("a method, a URL and a body")
  func methods() throws {
    let post = try #require(try request("POST localhost:8080/items {\"a\": [1, 2]}"))
    #expect(post.method?.value == "POST" && post.url.value == "http://localhost:8080/items")
    #expect(post.body == .json("{\"a\": [1, 2]}"))
    let put = try #require(try request("PUT /items/1 plain words"))
    #expect(put.url.value == "/items/1" && put.body == .text("plain words"))
    #expect(try request("DELETE https://a.test/1")?.method?.value == "DELETE")
  }

  @Test("a credential in a URL is kept as one of a curl command is")
  func credentials() throws {
    guard case .request(let command, _)? = try PastedText("https://ada:hunter22@api.example.com/a") else {
      return #expect(Bool(false), "it was not read")
    }
    #expect(command.secrets.map(\.value) == ["hunter22"])
    #expect(!"\(command.request)".contains("hunter22"))
  }

  @Test("several curl commands make several requests")
  func several() throws {
    let text = "curl https://a.test/items\n\ncurl -X POST https://a.test/orders \\\n  -d '{\"a\": 1}'\n"
    guard case .commands(let api)? = try PastedText(text) else { return #expect(Bool(false), "they were not read") }
    #expect(api.requests.map(\.id) == ["get-items", "post-orders"])
  }

  @Test("any other text is none", arguments: ["hello", "two words", "SELECT", "", "   \n", "Dear all, see below"])
  func others(text: String) throws {
    #expect(try PastedText(text) == nil)
  }

  @Test("a URL with items as HTTPie has them, with a method or without")
  func items() throws {
    let post = try #require(try request("POST localhost:8080/items name=tea price:=3 'note=two words' X-A:b q==1"))
    #expect(post.method?.value == "POST" && post.url.value == "http://localhost:8080/items")
    #expect(post.headers.contains { $0.name == "X-A" && $0.value == "b" })
    #expect(post.query.map(\.name) == ["q"])
    guard case .json(let text)? = post.body else { return #expect(Bool(false), "\(String(describing: post.body))") }
    #expect(try JSONValue(parsing: text.value) == ["name": "tea", "price": 3, "note": "two words"])
    #expect(try request("https://a.test/items name=tea")?.method?.value == "POST")
    #expect(try request("get a.test/items q==1")?.method?.value == "GET")
    #expect(try request("POST /items a=1&b=2")?.body == .text("a=1&b=2"))
    #expect(throws: RequestLine.Mistake.self) { try request("POST a.test/items name:={") }
  }

  @Test("where a URL stands, a path with items needs no method in front of it; a text pasted anywhere else does")
  func path() throws {
    guard case .request(let command, _)? = try PastedText("/echo name=tea", isInURLField: true) else {
      return #expect(Bool(false), "it was not read")
    }
    #expect(command.request.url.value == "/echo" && command.request.method?.value == "POST")
    #expect(try PastedText("/echo name=tea") == nil)
  }

  @Test("what is typed behind a URL is told from a URL with blanks in it")
  func saysMore() {
    for text in ["POST a.test x=1", "a.test x:=1", "curl a.test", "PUT /a {\"b\": 1}", ":8080/a X-A:b"] {
      #expect(RequestText.saysMore(text), "\(text)")
    }
    for text in [
      "a.test", "POST a.test", "https://a.test/find?q=two words", "a.test/find?q=two words&page=1", "{{base}}/a",
      "{{ base }}/{{ a }}", "/a b", "",
    ] {
      #expect(!RequestText.saysMore(text), "\(text)")
    }
  }
}
