@testable import HTTPServing
@testable import ParleyEngine

// What comes over a connection.
extension FuzzedReader {
  static let wires = [
    FuzzedReader(
      "frames",
      [
        [0x81, 0x05] + Array("hello".utf8) + [0x89, 0x00, 0x88, 0x02, 0x03, 0xE8],
        [0x01, 0x02] + Array("he".utf8) + [0x00, 0x01, 0x6C, 0x80, 0x02] + Array("lo".utf8),
        [0x82, 126, 0x00, 0x80] + [UInt8](repeating: 7, count: 128),
        [0x82, 127, 0, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3, 0x8A, 0x01, 0x21],
      ]
    ) { input, trial in
      arrivals(in: [input]) == arrivals(in: pieces(of: input, trial)) ? nil : "other messages where it comes in pieces"
    },
    FuzzedReader(
      "frames of clients",
      [
        WebSocketFrame(.text("hello")).bytes() + WebSocketFrame(opcode: .ping, payload: []).bytes(),
        WebSocketFrame(opcode: .text, payload: [0x68], isFinal: false).bytes()
          + WebSocketFrame(opcode: .continuation, payload: [0x69]).bytes() + WebSocketFrame(close: .normal).bytes(),
        WebSocketFrame(.binary([UInt8](repeating: 7, count: 300))).bytes(),
      ]
    ) { input, trial in
      arrivals(in: [input], from: .client) == arrivals(in: pieces(of: input, trial), from: .client)
        ? nil : "other messages where it comes in pieces"
    },
    FuzzedReader(
      "requests to mocks",
      texts: [
        "GET /a?b=c HTTP/1.1\r\nHost: a\r\n\r\nPOST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
        "PUT /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n3\r\nabc\r\n0\r\nX: y\r\n\r\n",
        "\r\nOPTIONS * HTTP/1.0\r\nHost: a\r\nConnection: keep-alive, x\r\n\r\n",
      ]
    ) { input, trial in
      requests(in: [input]) == requests(in: pieces(of: input, trial)) ? nil : "other requests where it comes in pieces"
    },
  ]

  /// In words.
  private static func arrivals(in pieces: [[UInt8]], from side: WebSocketSide = .server) -> [String] {
    var (reader, assembler, told) = (
      WebSocketFrameReader(limit: 1 << 16, from: side), WebSocketAssembler(limit: 1 << 16), [String]()
    )
    do throws(WebSocketViolation) {
      for piece in pieces {
        reader.add(piece)
        while let frame = try reader.next() {
          if let arrival = try assembler.take(frame) { told.append("\(arrival)") }
        }
      }
    } catch { told.append("\(error)") }
    return told
  }

  private static func requests(in pieces: [[UInt8]]) -> [String] {
    var limits = ServingLimits()
    (limits.head, limits.body) = (4 << 10, 64 << 10)
    var (reader, told) = (RequestReader(limits), [String]())
    do throws(ServingMistake) {
      for piece in pieces {
        reader.append(piece)
        while let event = try reader.next() {
          // Asked for, or not, by how much has come.
          if case .request(let request, let keeps) = event { told.append("\(request) \(keeps)") }
        }
      }
    } catch { told.append("\(error.status)") }
    return told
  }
}
