import HTTPTypes
import Testing

@testable import HTTPServing

@Suite("Requests in the bytes of a connection", .timeLimit(.minutes(2)))
struct RequestReaderTests {
  private func requests(_ pieces: [String], limits: ServingLimits = ServingLimits()) throws -> [ServedRequest] {
    var reader = RequestReader(limits)
    var requests: [ServedRequest] = []
    for piece in pieces {
      reader.append(Array(piece.utf8))
      while let event = try reader.next() {
        if case .request(let request, _) = event { requests.append(request) }
      }
    }
    return requests
  }

  private func mistake(in text: String, limits: ServingLimits = ServingLimits()) -> Int? {
    do {
      _ = try requests([text], limits: limits)
      return nil
    } catch { return (error as? ServingMistake)?.status.code }
  }

  @Test("are the same however they are cut into pieces")
  func pieces() throws {
    let text =
      "\r\nPOST /a?b=1 HTTP/1.1\r\nHost: h\r\nX-Two: 1\r\nx-two:  2 \r\nContent-Length: 3\r\n\r\nabc"
      + "PUT /c HTTP/1.1\nHost: h\nTransfer-Encoding: chunked\n\n3;x=1\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: x\r\n\r\n"
      + "GET http://other.test/d HTTP/1.1\r\nHost: h\r\n\r\n"
    let whole = try requests([text])
    #expect(whole.map(\.target) == ["/a?b=1", "/c", "/d"])
    #expect(whole.map { String(decoding: $0.body, as: UTF8.self) } == ["abc", "abcde", ""])
    #expect(
      whole[0].headers.map { "\($0.name.rawName)=\($0.value)" }.suffix(3) == ["X-Two=1", "x-two=2", "Content-Length=3"])
    let bytewise = try requests(text.unicodeScalars.map { String($0) })
    #expect(bytewise.map(\.target) == whole.map(\.target) && bytewise.map(\.body) == whole.map(\.body))
  }

  @Test(
    "that nobody could read alike are refused",
    arguments: [
      ("GET /\r\n\r\n", 400), ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505), ("GET / HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n", 400), ("GET x HTTP/1.1\r\nHost: h\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: h\r\n folded\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost : h\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1, 2\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
      ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", 400),
      ("\u{16}\u{03}\u{01}garbage", 400), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    ])
  func refused(_ row: (text: String, status: Int)) {
    #expect(mistake(in: row.text) == row.status)
  }

  @Test("may be no larger than the limits say, and are refused before all of them has come")
  func limits() {
    var limits = ServingLimits()
    (limits.head, limits.body) = (200, 10)
    let long = String(repeating: "a", count: 300)
    #expect(mistake(in: "GET /\(long)", limits: limits) == 431)
    #expect(
      mistake(in: "GET / HTTP/1.1\r\nHost: h\r\n" + String(repeating: "X: y\r\n", count: 60), limits: limits) == 431)
    #expect(mistake(in: "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n", limits: limits) == 413)
    let chunked = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(mistake(in: chunked + "8\r\n12345678\r\n8\r\n", limits: limits) == 413)
    #expect(mistake(in: chunked + "fffffffffffffff\r\n", limits: limits) == 413)
    #expect(mistake(in: chunked + "1;\(long)", limits: limits) == 400)
  }

  @Test("a client that waits to be told to go on is told so, unless its body is there already")
  func expectation() throws {
    let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
    var reader = RequestReader(ServingLimits())
    reader.append(Array(head.utf8))
    guard case .expectsContinue? = try reader.next() else { return #expect(Bool(false), "It is not told to go on.") }
    reader.append(Array("ab".utf8))
    guard case .request(let request, _)? = try reader.next() else { return #expect(Bool(false), "No request came.") }
    #expect(request.body == Array("ab".utf8))
    #expect(try requests([head + "ab"]).count == 1)
  }
}
