internal import HTTPTypes
internal import ParleyEngine
internal import ParleyText

/// A text that a request carried, decoded as the server reads it.
struct CarriedText {
  let place: LinkPlace
  let text: String
  /// By which it is compared with names in responses.
  let name: String
  /// Words of what it is about, such as `items` before a variable of a path.
  let context: Set<String>
  /// The part of the text that is examined, as UTF-8 offsets.
  let part: Range<Int>

  /// - Parameter part: nil is all of it.
  init(place: LinkPlace, text: String, name: String, context: Set<String>, part: Range<Int>? = nil) {
    (self.place, self.text, self.name, self.context) = (place, text, name, context)
    self.part = part ?? 0..<text.utf8.count
  }

  /// The values that may stand in it.
  var pieces: [CarriedPiece] {
    let text = String(decoding: Array(text.utf8)[part], as: UTF8.self)
    return CarriedPieces(of: text).all.map { piece in
      let range = piece.range.lowerBound + part.lowerBound..<piece.range.upperBound + part.lowerBound
      return CarriedPiece(range: range, value: piece.value, encoding: piece.encoding)
    }
  }
}

/// Everything in a request that a response may have given.
struct CarriedTexts {
  private(set) var texts: [CarriedText] = []
  private let exchange: ChainExchange

  init(_ exchange: ChainExchange) {
    self.exchange = exchange
    let url = SentURL(exchange.request.url)
    addPath(url)
    addRows(url.query, context: url.resource) { .query($0, index: $1) }
    let headers = exchange.request.headers.map { ($0.name.rawName, $0.value) }
    addRows(headers.filter { !Self.isTransport($0.0) }, context: []) { .header($0, index: $1) }
    addCookies(headers.filter { $0.0.lowercased() == "cookie" })
    addBody(context: url.resource)
  }

  private mutating func addPath(_ url: SentURL) {
    for (index, segment) in url.segments.enumerated() where !segment.isEmpty {
      let before = index > 0 ? LinkName(url.segments[index - 1]).words : []
      texts.append(
        CarriedText(
          place: .path(segment: index), text: segment, name: exchange.variables[index] ?? "id", context: Set(before)))
    }
  }

  private mutating func addRows(
    _ rows: [(String, String)], context: Set<String>, _ place: (String, Int) -> LinkPlace
  ) {
    var counts: [ExactString: Int] = [:]
    for (name, value) in rows {
      let index = counts[ExactString(name), default: 0]
      counts[ExactString(name)] = index + 1
      if !value.isEmpty {
        texts.append(CarriedText(place: place(name, index), text: value, name: name, context: context))
      }
    }
  }

  /// Each by its own name. Those that the client adds by itself do not stand in what a request says.
  private mutating func addCookies(_ headers: [(String, String)]) {
    for (index, header) in headers.enumerated() {
      let bytes = Array(header.1.utf8)
      for pair in bytes.split(separator: UInt8(ascii: ";")) {
        guard let mark = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
        let name = String(decoding: pair[..<mark], as: UTF8.self).filter { $0 != " " }
        guard mark + 1 < pair.endIndex else { continue }
        texts.append(
          CarriedText(
            place: .header(header.0, index: index), text: header.1, name: name, context: [],
            part: mark + 1..<pair.endIndex))
      }
    }
  }

  private mutating func addBody(context: Set<String>) {
    guard let body = exchange.request.body, !body.isEmpty, body.count <= Self.longestBody else { return }
    let type = exchange.request.headers[.contentType]?.lowercased() ?? ""
    if type.contains("x-www-form-urlencoded") {
      let pairs = SentURL.pairs(of: String(decoding: body, as: UTF8.self))
      return addRows(pairs, context: context) { .form($0, index: $1) }
    }
    if type.hasPrefix("multipart/form-data") {
      // The boundary is told apart by its case.
      let parts = SentPart.parts(of: body, type: exchange.request.headers[.contentType] ?? "")
      return addRows(parts.compactMap { part in part.text.map { (part.name, $0) } }, context: context) {
        .part($0, index: $1)
      }
    }
    guard !type.contains("multipart/") else { return }
    if let json = try? JSONValue(parsing: body) {
      addLeaves(of: json, at: [], context)
    } else if let text = String(validating: body, as: UTF8.self) {
      texts.append(CarriedText(place: .text, text: text, name: "", context: []))
    }
  }

  /// The size in bytes above which a body is ignored: it was hardly put together from values of a response.
  private static let longestBody = 4 << 20

  private mutating func addLeaves(of value: JSONValue, at path: [ValuePath.Segment], _ context: Set<String>) {
    switch value {
    case .object(let members): for (key, value) in members { addLeaves(of: value, at: path + [.key(key)], context) }
    case .array(let elements):
      for (index, value) in elements.enumerated() { addLeaves(of: value, at: path + [.index(index)], context) }
    case .string(let text) where !text.isEmpty: addLeaf(text, isNumber: false, path, context)
    case .number(let number): addLeaf(number.text, isNumber: true, path, context)
    case .string, .bool, .null: break
    }
  }

  private mutating func addLeaf(
    _ text: String, isNumber: Bool, _ path: [ValuePath.Segment], _ context: Set<String>
  ) {
    let keys = path.compactMap { if case .key(let key) = $0 { key } else { nil } }
    let around = Set(keys.dropLast().flatMap { LinkName($0).words }).union(keys.count > 1 ? [] : context)
    texts.append(
      CarriedText(
        place: .json(ValuePath(path), isNumber: isNumber), text: text, name: keys.last ?? "", context: around))
  }

  /// Headers that the client makes, or that say how and not what.
  private static func isTransport(_ name: String) -> Bool {
    let name = name.lowercased()
    return transport.contains(name) || name.hasPrefix("accept") || name.hasPrefix("sec-")
  }

  private static let transport: Set<String> = [
    "host", "content-length", "content-type", "content-encoding", "user-agent", "connection", "date", "origin",
    "referer", "cookie", "expect", "te", "transfer-encoding", "via",
  ]
}
