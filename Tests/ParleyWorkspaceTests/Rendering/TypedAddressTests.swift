import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("An address without a scheme", .timeLimit(.minutes(2)))
struct TypedAddressTests {
  @Test(
    "is http for this machine and with a port, else https",
    arguments: [
      ("localhost:9311/get", "http://localhost:9311/get", true), ("localhost", "http://localhost", true),
      ("127.0.0.1/x?a=b:1", "http://127.0.0.1/x?a=b:1", true), ("[::1]:80/", "http://[::1]:80/", true),
      ("shop.localhost", "http://shop.localhost", true), ("intranet:8080", "http://intranet:8080", true),
      ("api.example.com:443/v1", "https://api.example.com:443/v1", true),
      ("api.example.com/v1", "https://api.example.com/v1", false), ("example.com", "https://example.com", false),
      ("ada@example.com/x", "https://ada@example.com/x", false), (":8080/x", "http://localhost:8080/x", true),
      (":/x", "http://localhost/x", true), (":99999/x", "http://localhost:99999/x", true),
      ("127.0.0.1:0/x", "http://127.0.0.1:0/x", true), ("example.com:70000", "http://example.com:70000", true),
    ])
  func whole(typed: String, url: String, isCertain: Bool) {
    let address = TypedAddress(typed)
    #expect(address?.url == url)
    #expect(address?.isCertain == isCertain)
  }

  @Test(
    "is none where it can be something else",
    arguments: [
      "/items", "items", "items/1", "http://a.test", ":id/items", "$0/items", "{{base}}/x", "{{host}}:80/x", "item:one",
      "",
      "a b:80", "?q=localhost:1", ".hidden", "a:70000", "a:0",
    ])
  func none(typed: String) {
    #expect(TypedAddress(typed) == nil)
  }

  @Test("is sent to where the workspace names no server, and is a path where it names one")
  func sending() async throws {
    let alone = try SampleWorkspace("vars: { host: 'localhost:9311' }\n")
    #expect(try await alone.render("url: localhost:9311/get\n").url.text == "http://localhost:9311/get")
    #expect(try await alone.render("url: '{{host}}/get'\n").url.text == "http://localhost:9311/get")
    #expect(try await alone.render("url: api.example.com/get\n").url.text == "https://api.example.com/get")
    let served = try SampleWorkspace()
    #expect(try await served.render("url: localhost:9311/get\n").url.text == "http://h/localhost:9311/get")
  }
}
