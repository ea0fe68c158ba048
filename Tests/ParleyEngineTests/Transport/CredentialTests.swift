import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyHTTP
@testable import ParleyValues

@Suite("Authentication that the transport performs itself", .timeLimit(.minutes(2)))
struct CredentialTests {
  private let transport = CurlTransport()

  private func send(
    _ credentials: TransportCredentials, to url: String, body: [UInt8]? = nil, headers: HTTPFields = [.accept: "*/*"]
  ) async -> Told {
    var request = TransportRequest(method: body == nil ? .get : .post, url: url, headers: headers, body: body)
    request.credentials = credentials
    return await transport.send(request)
  }

  /// A server that lets in whoever knows the password of ada.
  private func digestServer(algorithm: String = "MD5", nonce: String = "n1") throws -> RawServer {
    try RawServer.start { connection in
      while let request = try connection.readRequest() {
        let answer = request.value(of: "Authorization") ?? ""
        guard answer.contains("username=\"ada\""), answer.contains(Self.response(to: answer, request)) else {
          let challenge = "WWW-Authenticate: Digest realm=\"shop\", nonce=\"\(nonce)\", algorithm=\(algorithm)"
          try connection.send(.text("who are you?", status: "401 Unauthorized", headers: [challenge]))
          continue
        }
        try connection.send(.text("\(request.method) \(request.bodyText)"))
      }
    }
  }

  /// RFC 7616 §3.4.1, without qop.
  private static func response(to answer: String, _ request: RawRequest) -> String {
    let nonce = answer.split(separator: "nonce=\"").last?.prefix { $0 != "\"" } ?? ""
    let (first, second) = (Digests.md5("ada:shop:secret"), Digests.md5("\(request.method):\(request.target)"))
    return "response=\"\(Digests.md5("\(first):\(nonce):\(second)"))\""
  }

  @Test("Digest by SHA-256 is answered by SHA-256, and chosen where MD5 is offered too", arguments: [false, true])
  func sha256(offersBoth: Bool) async throws {
    let server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        let answer = request.value(of: "Authorization") ?? ""
        let (first, second) = (Digests.sha256("ada:shop:secret"), Digests.sha256("\(request.method):\(request.target)"))
        if answer.contains("response=\"\(Digests.sha256("\(first):n1:\(second)"))\"") {
          try connection.send(.text("in by \(answer.contains("algorithm=SHA-256") ? "SHA-256" : "something else")"))
          continue
        }
        let challenges = (offersBoth ? ["SHA-256", "MD5"] : ["SHA-256"]).map {
          "WWW-Authenticate: Digest realm=\"shop\", nonce=\"n1\", algorithm=\($0)"
        }
        try connection.send(.text("who are you?", status: "401 Unauthorized", headers: challenges))
      }
    }
    #expect(await send(.digest(user: "ada", password: "secret"), to: server.url).text == "in by SHA-256")
  }

  @Test("Digest answers the challenge, and only the response behind it is told", arguments: [nil, "a body"])
  func digest(body: String?) async throws {
    let server = try digestServer()
    let told = await send(
      .digest(user: "ada", password: "secret"), to: server.url, body: body.map { Array($0.utf8) })
    #expect(told.text == (body.map { "POST \($0)" } ?? "GET "))
    #expect(told.words == ["sent", "head", "finished"])
    #expect(told.response?.head.status == .ok)
    #expect(server.requests.count == 2)
  }

  @Test("Digest with a streamed body sends it once it is let in")
  func digestStream() async throws {
    try await withTemporaryDirectory { directory in
      let path = try directory.write([UInt8](repeating: 65, count: 100_000), to: "a.bin")
      let server = try digestServer()
      var request = TransportRequest(method: .post, url: server.url)
      request.content = .stream(try FileStream(path))
      request.credentials = .digest(user: "ada", password: "secret")
      let told = await transport.send(request)
      #expect(told.text?.count == 100_005)
      #expect(server.requests.first?.body.isEmpty == true)
    }
  }

  @Test("Digest with a wrong password delivers the refusal, and the next user meets nothing of it")
  func wrongPassword() async throws {
    let server = try digestServer()
    let wrong = await send(.digest(user: "ada", password: "wrong"), to: server.url)
    #expect(wrong.response?.head.status == .unauthorized)
    #expect(wrong.text == "who are you?")
    #expect(await send(.digest(user: "ada", password: "secret"), to: server.url).text == "GET ")
    _ = await transport.get(server.url)
    #expect(server.requests.last?.value(of: "Authorization") == nil)
  }

  @Test("A digest algorithm that is not known is an error that names it and says what to do")
  func unknownAlgorithm() async throws {
    let server = try digestServer(algorithm: "WHIRLPOOL")
    let told = await send(.digest(user: "ada", password: "secret"), to: server.url)
    #expect(told.error?.kind == .authentication)
    #expect(told.error?.summary.contains("“WHIRLPOOL”") == true)
    #expect(told.error?.advice != nil)
  }

  @Test("Credentials stop at the origin")
  func redirected() async throws {
    let other = try RawServer.answering(.text("elsewhere"))
    let server = try RawServer.answering(
      RawReply("302 Found", headers: ["Location: \(other.url)/", "Content-Length: 0"]))
    let signature = AWSSignature(accessKey: "AK", secretKey: "SK", region: "r", service: "s")
    #expect(await send(.awsSigV4(signature), to: server.url).text == "elsewhere")
    #expect(server.requests.first?.value(of: "Authorization")?.hasPrefix("AWS4-HMAC-SHA256") == true)
    #expect(other.requests.first?.value(of: "Authorization") == nil)
    #expect(other.requests.first?.value(of: "X-Amz-Date") == nil)
  }

  @Test("What is printed of credentials has no secret in it")
  func noSecret() {
    var text = ""
    let signature = AWSSignature(
      accessKey: "AK", secretKey: "s3same", region: "r", service: "s", sessionToken: "t0ken77")
    dump([TransportCredentials.digest(user: "ada", password: "s3same"), .awsSigV4(signature)], to: &text)
    print([TransportCredentials.awsSigV4(signature)], to: &text)
    #expect(!text.contains("s3same") && !text.contains("t0ken77"))
  }
}
