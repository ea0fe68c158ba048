import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyHTTP
@testable import ParleyValues

@Suite("Digest authentication", .timeLimit(.minutes(2)))
struct DigestTests {
  private func challenge(_ values: String...) throws -> DigestChallenge {
    var headers = HTTPFields()
    for value in values { headers.append(HTTPField(name: .wwwAuthenticate, value: value)) }
    return try #require(DigestChallenge(in: headers))
  }

  private func part(_ name: String, of header: String?) -> String? {
    header?.components(named: name)
  }

  /// RFC 7616 §3.9.1, in which both algorithms are asked for.
  @Test("The answers of RFC 7616", arguments: ["MD5", "SHA-256"])
  func examples(algorithm: String) throws {
    let challenge = try challenge(
      """
      Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=\(algorithm), \
      nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
      """)
    let answer = DigestAnswer(
      challenge: challenge, user: "Mufasa", password: "Circle of Life", method: "GET", target: "/dir/index.html",
      body: .bytes([]),
      clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
    let expected = [
      "MD5": "8ca523f5e9506fed4657c9700eebdbec",
      "SHA-256": "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1",
    ]
    #expect(part("response", of: answer.header) == expected[algorithm])
    #expect(answer.header?.contains("qop=auth,") == true)
  }

  /// The example of RFC 7616 §3.9.2 by SHA-512/256 of FIPS 180-4: the document itself cuts SHA-512 off.
  @Test("SHA-512-256, with a user whose name is hashed")
  func hashedUser() throws {
    let challenge = try challenge(
      """
      Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", \
      opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true
      """)
    let answer = DigestAnswer(
      challenge: challenge, user: "J\u{E4}s\u{F8}n Doe", password: "Secret, or not?", method: "GET",
      target: "/doe.json", body: .bytes([]),
      clientNonce: "NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm")
    #expect(
      part("username", of: answer.header) == "793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b")
    #expect(
      part("response", of: answer.header) == "7a4e1192babbba02e91182d2895bfdbf7adafc6e48d4e517ca301974843d840c")
  }

  @Test("A body is protected where that is all the server takes")
  func body() async throws {
    let server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        let answer = request.value(of: "Authorization")
        guard let answer else {
          let challenge = #"WWW-Authenticate: Digest realm="r", nonce="n", qop="auth-int", algorithm=SHA-256"#
          try connection.send(.text("", status: "401 Unauthorized", headers: [challenge]))
          continue
        }
        let hash = Digests.sha256("ada:r:pw")
        let second = Digests.sha256("\(request.method):\(request.target):\(Digests.sha256(request.bodyText))")
        let nonce = answer.components(named: "cnonce") ?? ""
        let expected = Digests.sha256("\(hash):n:00000001:\(nonce):auth-int:\(second)")
        try connection.send(.text(answer.components(named: "response") == expected ? "in" : "out"))
      }
    }
    for (method, body) in [(HTTPRequest.Method.post, Array("a=1".utf8)), (.put, []), (.get, nil)]
      as [(HTTPRequest.Method, [UInt8]?)]
    {
      var request = TransportRequest(method: method, url: server.url + "/x?y=z", body: body)
      request.credentials = .digest(user: "ada", password: "pw")
      #expect(await CurlTransport().send(request).text == "in", "\(method)")
    }
    let folder = try TemporaryDirectory()
    let file = try folder.write(String(repeating: "line\n", count: 40_000), to: "body.txt")
    var request = TransportRequest(method: .put, url: server.url + "/x")
    request.content = .stream(try FileStream(file))
    request.credentials = .digest(user: "ada", password: "pw")
    #expect(await CurlTransport().send(request).text == "in")
  }

  @Test("An old nonce is answered once more, and no further")
  func stale() async throws {
    let stale = #"WWW-Authenticate: Digest realm="r", nonce="m", stale=true"#
    let replies = [
      RawReply.text("", status: "401 Unauthorized", headers: [#"WWW-Authenticate: Digest realm="r", nonce="n""#]),
      .text("", status: "401 Unauthorized", headers: [stale]),
      .text("old", status: "401 Unauthorized", headers: [stale]),
    ]
    let server = try RawServer.answering(inTurn: replies)
    var request = TransportRequest(method: .get, url: server.url)
    request.credentials = .digest(user: "ada", password: "pw")
    let told = await CurlTransport().send(request)
    #expect(told.text == "old")
    #expect(server.requests.map { $0.value(of: "Authorization")?.components(named: "nonce") } == [nil, "n", "m"])
  }

  @Test("A server that asks nobody gets the body all the same")
  func unasked() async throws {
    let server = try RawServer.start { connection in
      while let request = try connection.readRequest() { try connection.send(.text("got \(request.bodyText)")) }
    }
    var request = TransportRequest(method: .post, url: server.url, body: Array("it".utf8))
    request.credentials = .digest(user: "ada", password: "pw")
    #expect(await CurlTransport().send(request).text == "got it")
  }

  @Test("Challenges are found among others, and the best one is taken")
  func challenges() throws {
    let found = try challenge(
      #"Basic realm="a, b", Digest realm="one \"r\"", nonce="1", Digest realm="two", algorithm=SHA-512-256, nonce="2", qop=auth"#,
      "Negotiate", "Digest realm=three, algorithm=WHIRLPOOL, nonce=3, qop=\"auth\"")
    #expect(found.realm == "two" && found.nonce == "2" && found.protections == [.request])
    #expect(try challenge(#"Basic realm="x", Digest realm="one \"r\"", nonce="1""#).realm == "one \"r\"")
  }
}

extension String {
  /// The value of a parameter of a header, without its quotes.
  fileprivate func components(named name: String) -> String? {
    guard let start = firstRange(of: " \(name)=")?.upperBound else { return nil }
    return self[start...].drop { $0 == "\"" }.prefix { $0 != "\"" && $0 != "," }.description
  }
}
