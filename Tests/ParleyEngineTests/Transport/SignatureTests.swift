import Cryptography
import HTTPTypes
import TestSupport
import Testing

@testable import ParleyEngine

/// The way of a signature as Amazon describes it (Signature Version 4, "Create a signed request"), made a second time out of what
/// came to the server.
@Suite("AWS signatures are those that a server makes of what it gets", .timeLimit(.minutes(2)))
struct SignatureTests {
  private static let keys = AWSSignature(
    accessKey: "AKIDEXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", region: "us-east-1",
    service: "service")

  @Test("Amazon's own example of a signing key comes out as they print it")
  func publishedKey() {
    let key = Self.signingKey("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "20150830", "us-east-1", "iam")
    #expect(Digests.hexadecimal(key) == "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9")
  }

  static let rows: [(method: HTTPRequest.Method, target: String, body: String?)] = [
    (.get, "/", nil), (.get, "/?Param1=value1&Param2=value2", nil), (.post, "/items", #"{"n":1}"#),
    (.post, "/form", "a=b&c=d"), (.delete, "/items/7", nil),
  ]

  @Test("method, path, query, headers and body are signed", arguments: rows)
  func signature(_ row: (method: HTTPRequest.Method, target: String, body: String?)) async throws {
    let server = try RawServer.answering(.text("ok"))
    let request = Request(row.method, server.url + row.target).authorized(.awsSigV4(Self.keys))
    _ = try await Client().send(row.body.map { request.body(.text($0)) } ?? request)
    let sent = try #require(server.requests.last)
    let stated = try #require(sent.value(of: "Authorization"))
    #expect(try Self.authorization(for: sent) == stated)
  }

  @Test("a query is sent in the order in which it is signed")
  func query() async throws {
    let server = try RawServer.answering(.text("ok"))
    _ = try await Client().send(.get(server.url + "/?b=2&c&a=1").authorized(.awsSigV4(Self.keys)))
    let sent = try #require(server.requests.last)
    #expect(sent.target == "/?a=1&b=2&c=")
    #expect(try Self.authorization(for: sent) == sent.value(of: "Authorization"))
  }

  static let targets: [(typed: String, sent: String)] = [
    ("/a b/ü", "/a%20b/%C3%BC"), ("/a%2Fb/~x", "/a%2Fb/~x"), ("/?a-b=1&a=2", "/?a=2&a-b=1"),
    ("/?q=a b&q=a+b&q=%7e", "/?q=a%20b&q=a%20b&q=~"), ("/?k=ü&e=&f", "/?e=&f=&k=%C3%BC"),
    ("/?a=%2f&a=/", "/?a=%2F&a=%2F"),
    ("/?n[]=1&n[]=0", "/?n%5B%5D=0&n%5B%5D=1"),
  ]

  @Test("letters of every kind are sent in one form, and are signed in it", arguments: targets)
  func letters(_ target: (typed: String, sent: String)) async throws {
    let server = try RawServer.answering(.text("ok"))
    _ = try await Client().send(.get(server.url + target.typed).authorized(.awsSigV4(Self.keys)))
    let sent = try #require(server.requests.last)
    #expect(sent.target == target.sent)
    #expect(try Self.authorization(for: sent) == sent.value(of: "Authorization"))
  }

  @Test("each hop of a redirect within an origin is signed again")
  func redirected() async throws {
    let server = try RawServer.answering(inTurn: [
      RawReply("302 Found", headers: ["Location: /there", "Content-Length: 0"]), .text("ok"),
    ])
    _ = try await Client().send(.get(server.url + "/here").authorized(.awsSigV4(Self.keys)))
    let hops = server.requests
    #expect(hops.map(\.target) == ["/here", "/there"])
    for hop in hops { #expect(try Self.authorization(for: hop) == hop.value(of: "Authorization")) }
  }

  @Test("the token of temporary credentials goes along, and is signed")
  func sessionToken() async throws {
    var keys = Self.keys
    keys.sessionToken = "AQoDYXdzEPT"
    let server = try RawServer.answering(.text("ok"))
    _ = try await Client().send(.get(server.url).authorized(.awsSigV4(keys)))
    let sent = try #require(server.requests.last)
    #expect(sent.value(of: "X-Amz-Security-Token") == "AQoDYXdzEPT")
    let stated = try #require(sent.value(of: "Authorization"))
    #expect(stated.contains("x-amz-security-token"))
    #expect(try Self.authorization(for: sent) == stated)
  }

  @Test("a body that is streamed goes unsigned, and says so")
  func streamed() async throws {
    try await withTemporaryDirectory { directory in
      let path = try directory.write("a file", to: "a.txt")
      let server = try RawServer.answering(.text("ok"))
      var keys = Self.keys
      keys.service = "s3"
      _ = try await Client().send(.put(server.url + "/a").body(.file(path)).authorized(.awsSigV4(keys)))
      #expect(server.requests.last?.value(of: "X-Amz-Content-Sha256") == "UNSIGNED-PAYLOAD")
      #expect(server.requests.last?.bodyText == "a file")
    }
  }

  // MARK: The other side

  /// What `Authorization` has to say for what came, with the headers that it says were signed.
  private static func authorization(for sent: RawRequest) throws -> String {
    let stated = try #require(sent.value(of: "Authorization"))
    let signed = try #require(stated.split(separator: "SignedHeaders=").last?.prefix { $0 != "," })
    let date = try #require(sent.value(of: "X-Amz-Date"))
    let scope = "\(date.prefix(8))/\(keys.region)/\(keys.service)/aws4_request"
    let text = "AWS4-HMAC-SHA256\n\(date)\n\(scope)\n\(Digests.sha256(canonical(sent, signed: String(signed))))"
    let key = signingKey(keys.secretKey, String(date.prefix(8)), keys.region, keys.service)
    let signature = Digests.hexadecimal(AuthenticationKey(key).code(for: text.utf8))
    return
      "AWS4-HMAC-SHA256 Credential=\(keys.accessKey)/\(scope), SignedHeaders=\(signed), Signature=\(signature)"
  }

  private static func canonical(_ sent: RawRequest, signed: String) -> String {
    let parts = sent.target.split(separator: "?", maxSplits: 1).map(String.init)
    let query =
      parts.dropFirst().first.map { query in
        // A blank comes before all that a name can hold, so that names go before values.
        let items = query.split(separator: "&").map { $0.replacing("=", with: " ", maxReplacements: 1) }.sorted()
        return items.map { $0.replacing(" ", with: "=") }.joined(separator: "&")
      } ?? ""
    let headers = signed.split(separator: ";").map { "\($0):\(sent.value(of: String($0)) ?? "")\n" }.joined()
    let payload = sent.value(of: "X-Amz-Content-Sha256") ?? Digests.sha256(sent.body)
    // All services but S3 encode a path once more.
    let path = (parts.first ?? "/").replacing("%", with: "%25")
    return [sent.method, path, query, headers, signed, payload].joined(separator: "\n")
  }

  private static func signingKey(_ secret: String, _ date: String, _ region: String, _ service: String) -> [UInt8] {
    [date, region, service, "aws4_request"].reduce(Array("AWS4\(secret)".utf8)) {
      AuthenticationKey($0).code(for: $1.utf8)
    }
  }
}
