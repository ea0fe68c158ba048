/// Makes a value of the tokens of one document, without recursion: finished values wait on a stack until their
/// container ends and takes them.
struct JSONTreeBuilder: JSONEventHandler {
  private let bytes: [UInt8]
  private var values: [JSONValue] = []
  private var keys: [String] = []
  private var open: [(values: Int, keys: Int)] = []

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The document, once the scanner has accepted it whole.
  var value: JSONValue { values.last ?? .null }

  mutating func handle(_ event: JSONEvent) {
    switch event.kind {
    case .objectStart, .arrayStart: open.append((values.count, keys.count))
    case .objectEnd: endObject()
    case .arrayEnd: endArray()
    case .key: keys.append(text(event))
    case .string: values.append(.string(text(event)))
    case .number: values.append(.number(JSONNumber(accepted: String(decoding: bytes[event.range], as: UTF8.self))))
    case .true: values.append(.bool(true))
    case .false: values.append(.bool(false))
    case .null: values.append(.null)
    case .colon, .comma: break
    }
  }

  private func text(_ event: JSONEvent) -> String {
    let inside = bytes[(event.range.lowerBound + 1)..<(event.range.upperBound - 1)]
    return event.hasEscapes ? JSONText.unescape(inside) : String(decoding: inside, as: UTF8.self)
  }

  private mutating func endArray() {
    guard let start = open.popLast() else { return }
    let elements = Array(values[start.values...])
    values.removeSubrange(start.values...)
    values.append(.array(elements))
  }

  private mutating func endObject() {
    guard let start = open.popLast() else { return }
    let members = JSONObject(zip(keys[start.keys...], values[start.values...]))
    keys.removeSubrange(start.keys...)
    values.removeSubrange(start.values...)
    values.append(.object(members))
  }
}
