import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyHTTP

/// The published test suite of AWS Signature Version 4, whose requests are what is sent and whose signatures are known.
@Suite("AWS signatures are those of the published examples", .timeLimit(.minutes(2)))
struct AWSRequestSignatureTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var method = HTTPRequest.Method.get
    var target: String
    var headers: [(String, String)] = []
    var body: String?
    var signature: String
  }

  private static let unreserved = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

  static let examples: [Example] = [
    .init(
      testDescription: "get-vanilla", target: "/",
      signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    .init(
      testDescription: "get-vanilla-empty-query-key", target: "/?Param1=value1",
      signature: "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"),
    .init(
      testDescription: "get-vanilla-query-order-key-case", target: "/?Param2=value2&Param1=value1",
      signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
    .init(
      testDescription: "get-vanilla-query-order-key", target: "/?Param1=value2&Param1=Value1",
      signature: "eedbc4e291e521cf13422ffca22be7d2eb8146eecf653089df300a15b2382bd1"),
    .init(
      testDescription: "get-vanilla-query-order-value", target: "/?Param1=value2&Param1=value1",
      signature: "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694"),
    .init(
      testDescription: "get-vanilla-query-unreserved", target: "/?\(unreserved)=\(unreserved)",
      signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"),
    .init(
      testDescription: "get-vanilla-utf8-query", target: "/?ሴ=bar",
      signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"),
    .init(
      testDescription: "get-unreserved", target: "/\(unreserved)",
      signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"),
    .init(
      testDescription: "get-utf8", target: "/ሴ",
      signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
    .init(
      testDescription: "get-space", target: "/example space/",
      signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"),
    .init(
      testDescription: "get-slashes", target: "//example//",
      signature: "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"),
    .init(
      testDescription: "get-relative", target: "/example/..",
      signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    .init(
      testDescription: "get-slash-dot-slash", target: "/./",
      signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    .init(
      testDescription: "post-vanilla", method: .post, target: "/",
      signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
    .init(
      testDescription: "post-x-www-form-urlencoded", method: .post, target: "/",
      headers: [("Content-Type", "application/x-www-form-urlencoded")], body: "Param1=value1",
      signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"),
    .init(
      testDescription: "get-header-key-duplicate", target: "/",
      headers: [("My-Header1", "value2"), ("My-Header1", "value2"), ("My-Header1", "value1")],
      signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"),
    .init(
      testDescription: "get-header-value-trim", target: "/",
      headers: [("My-Header1", " value1"), ("My-Header2", " \"a   b   c\"")],
      signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
  ]

  @Test("for methods, paths, queries, headers and bodies of every kind", arguments: examples)
  func published(_ example: Example) throws {
    var request = TransportRequest(method: example.method, url: "https://example.amazonaws.com\(example.target)")
    request.headers[try #require(HTTPField.Name("X-Amz-Date"))] = "20150830T123600Z"
    for (name, value) in example.headers {
      request.headers.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
    }
    request.body = example.body.map { Array($0.utf8) }
    let keys = AWSSignature(
      accessKey: "AKIDEXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", region: "us-east-1",
      service: "service")
    let signature = AWSRequestSignature(of: request, by: keys, at: Timestamp(microseconds: 0))
    #expect(signature.signature == example.signature)
    #expect(signature.headers[.authorization]?.hasSuffix(example.signature) == true)
  }

  @Test("for an object of S3, whose path is signed as it stands")
  func s3() throws {
    // “GET Object” of the S3 documentation.
    var request = TransportRequest(method: .get, url: "https://examplebucket.s3.amazonaws.com/test.txt")
    request.headers[try #require(HTTPField.Name("X-Amz-Date"))] = "20130524T000000Z"
    request.headers[.range] = "bytes=0-9"
    let keys = AWSSignature(
      accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region: "us-east-1",
      service: "s3")
    let signature = AWSRequestSignature(of: request, by: keys, at: .now())
    #expect(signature.signature == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    request.url = "https://examplebucket.s3.amazonaws.com/test%24file.text"
    request.method = .put
    request.headers[.range] = nil
    request.headers[.date] = "Fri, 24 May 2013 00:00:00 GMT"
    request.headers[try #require(HTTPField.Name("X-Amz-Storage-Class"))] = "REDUCED_REDUNDANCY"
    request.body = Array("Welcome to Amazon S3.".utf8)
    let put = AWSRequestSignature(of: request, by: keys, at: .now())
    #expect(put.signature == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
  }

  @Test("A request with an Authorization header of its own is not signed")
  func own() {
    let request = TransportRequest(method: .get, url: "https://h/", headers: [.authorization: "Own"])
    let keys = AWSSignature(accessKey: "a", secretKey: "s", region: "r", service: "x")
    #expect(AWSRequestSignature(of: request, by: keys, at: .now()).headers == [.authorization: "Own"])
  }
}
