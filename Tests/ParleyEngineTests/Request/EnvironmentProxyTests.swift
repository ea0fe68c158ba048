import TestSupport
import Testing

@testable import ParleyEngine

@Suite("Proxies of the environment", .timeLimit(.minutes(2)))
struct EnvironmentProxyTests {
  struct Sample: Sendable {
    let variables: [String: String]
    let url: String
    /// The proxy and the variable that names it; nil for none.
    let choice: String?

    init(_ variables: [String: String], _ url: String, _ choice: String?) {
      (self.variables, self.url, self.choice) = (variables, url, choice)
    }
  }

  private static let names: [Sample] = [
    Sample([:], "http://h/", nil), Sample(["http_proxy": ""], "http://h/", nil),
    Sample(["http_proxy": "http://p:8080"], "http://h/", "http://p:8080 http_proxy"),
    Sample(["http_proxy": "p"], "http://h/", "http://p:1080 http_proxy"),
    // CGI sets it from a header.
    Sample(["HTTP_PROXY": "http://p:1"], "http://h/", nil), Sample(["http_proxy": "p:1"], "https://h/", nil),
    Sample(["HTTPS_PROXY": "p:1"], "https://h/", "http://p:1 HTTPS_PROXY"),
    Sample(["HTTPS_PROXY": "p:1", "https_proxy": "q:2"], "https://h/", "http://q:2 https_proxy"),
    Sample(["all_proxy": "socks5h://p:1"], "http://h/", "socks5h://p:1 all_proxy"),
    Sample(["ALL_PROXY": "socks4a://p"], "wss://h/", "socks4a://p:1080 ALL_PROXY"),
    Sample(["ALL_PROXY": "a:1", "http_proxy": "b:2"], "http://h/", "http://b:2 http_proxy"),
    Sample(["http_proxy": "https://p"], "ws://h/", "https://p:443 http_proxy"),
    Sample(["http_proxy": "http://ada:s%40cret@p:1"], "http://h/", "http://p:1 http_proxy"),
  ]

  private static let exceptions: [Sample] = [
    ("*", "http://h/", false), ("h", "http://h/", false), ("h", "http://h:8080/", false), ("H.", "http://h/", false),
    ("example.com", "http://www.example.com/", false), (".example.com", "http://example.com./", false),
    ("example.com", "http://nonexample.com/", true), ("a, b,  c", "http://c/", false), ("a b\tc", "http://b/", false),
    ("*,h", "http://x/", true), ("127.0.0.0/8", "http://127.1.2.3/", false), ("10.0.0.0/9", "http://10.128.0.1/", true),
    ("127.0.0.1", "http://127.0.0.1:9/", false), ("127.0.0.1", "http://127.0.0.11/", true),
    ("0.1", "http://127.0.0.1/", true),
    ("::1", "http://[::1]/", false), ("[::1]", "http://[::1]:9/", false), ("fe80::/10", "http://[febf::1]/", false),
    ("fe80::/10", "http://[fec0::1]/", true), ("", "http://h/", true), ("h:8080", "http://h:8080/", true),
  ].map { Sample(["http_proxy": "p:1", "no_proxy": $0.0], $0.1, $0.2 ? "http://p:1 http_proxy" : nil) }

  @Test("The variable that counts is curl's", arguments: names + exceptions)
  func choice(sample: Sample) {
    let choice = EnvironmentProxies(sample.variables)?.proxy(for: sample.url)
    #expect(choice.map { "\($0.proxy) \($0.variable)" } == sample.choice, "\(sample.variables) \(sample.url)")
  }

  @Test("The lower case of no_proxy counts, and what is printed has no password")
  func printed() throws {
    let variables = ["http_proxy": "http://ada:s3cr3t-pw@p:1", "no_proxy": "a", "NO_PROXY": "b"]
    let proxies = try #require(EnvironmentProxies(variables))
    #expect(proxies.proxy(for: "http://a/") == nil && proxies.proxy(for: "http://b/") != nil)
    var dumped = ""
    dump(proxies, to: &dumped)
    #expect(!dumped.contains("s3cr3t-pw") && !"\(proxies)".contains("s3cr3t-pw"))
    #expect(proxies.secrets.masking("s3cr3t-pw") != "s3cr3t-pw")
  }

  @Test(
    "A value that is no proxy is named, and nothing is sent by another way",
    arguments: ["http_proxy", "all_proxy", "ALL_PROXY"],
    ["http://127.0.0.1:9 ", "foo://x", "ftp://p:1", "http://", "http://p:99999", "http://ada:s3cr3t-pw@p:port"])
  func unreadable(variable: String, value: String) async throws {
    let server = try RawServer.answering(.text("straight"))
    var options = TransferOptions()
    options.environmentProxies = EnvironmentProxies([variable: value])
    #expect(options.environmentProxies?.unreadable == [variable])
    let error = try #require(await CurlTransport().get(server.url, options).error)
    #expect("\(error)".contains(variable) && !"\(error)".contains("s3cr3t-pw"))
    #expect(server.requests.isEmpty)
    // Neither hosts without a proxy nor other schemes need it.
    options.environmentProxies = EnvironmentProxies([variable: value, "no_proxy": "127.0.0.1"])
    #expect(await CurlTransport().get(server.url, options).text == "straight")
    options.environmentProxies = EnvironmentProxies(["https_proxy": value])
    #expect(await CurlTransport().get(server.url, options).text == "straight")
  }

  @Test("Each hop goes by the proxy for its own address, unless the request says otherwise", arguments: [true, false])
  func hops(isOff: Bool) async throws {
    let server = try RawServer.answering(.text("straight"))
    let proxy = try RawServer.answering(
      RawReply("302 Found", headers: ["Location: \(server.url)/", "Content-Length: 0"]))
    let variables = ["http_proxy": proxy.url, "no_proxy": "127.0.0.1"]
    var options = TransferOptions()
    options.environmentProxies = isOff ? EnvironmentProxies.none : EnvironmentProxies(variables)
    let told = await CurlTransport().get(isOff ? server.url : "http://shop.example/x", options)
    #expect(told.text == "straight")
    #expect(proxy.requests.map(\.target) == (isOff ? [] : ["http://shop.example/x"]))
    #expect(server.requests.map(\.target) == ["/"])
  }
}
