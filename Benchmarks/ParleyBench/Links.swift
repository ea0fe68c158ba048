import HTTPTypes
import ParleyEngine
import ParleyFormats
import ParleyWorkspace

/// `links COUNT BYTES`: finds the values between as many exchanges, each with a response of that size of which the next one
/// carries an id.
enum Links {
  static func run(_ arguments: [String]) async throws -> String {
    guard arguments.count == 2, let count = Int(arguments[0]), let size = Int(arguments[1]) else { throw Usage() }
    let exchanges = (0..<count).map { exchange($0, size) }
    var found = 0
    let cost = await Measurement.of { found = LinkFinder.links(in: exchanges).count }
    return cost.json(["found": found])
  }

  private static func exchange(_ index: Int, _ size: Int) -> ChainExchange {
    let url = "https://shop.test/items/\(id(index - 1, 7))"
    return ChainExchange(
      "item/one", SentRequest(method: "GET", url: url, headers: [:], body: nil), response: response(index, size))
  }

  private static func response(_ index: Int, _ size: Int) -> [UInt8] {
    var text = #"{"items":["#
    var row = 0
    while text.utf8.count < size {
      text += #"\#(row == 0 ? "" : ","){"id":"\#(id(index, row))","name":"lamp \#(row)","price":\#(row % 90)}"#
      row += 1
    }
    return Array((text + "]}").utf8)
  }

  private static func id(_ index: Int, _ row: Int) -> String { "item-\(index)-\(row)-x" }
}
