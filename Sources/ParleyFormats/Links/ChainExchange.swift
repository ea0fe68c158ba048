package import HTTPTypes
package import ParleyEngine

/// A request as it was sent, and what came back: one step of a chain that has happened.
package struct ChainExchange: Sendable {
  /// The request's name, such as `cart/create`. Its words help to tell which names fit each other.
  package var name: String
  package var request: SentRequest
  /// Which segments of the URL's path are variables of the request, counted from 0.
  package var variables: [Int: String]
  /// The body; empty where there was none.
  package var response: [UInt8]
  /// Of the response.
  package var responseHeaders: HTTPFields
  /// The path in the response to the result that later steps read.
  package var root: ValuePath

  package init(
    _ name: String, _ request: SentRequest, variables: [Int: String] = [:], response: [UInt8] = [],
    responseHeaders: HTTPFields = [:], root: ValuePath = .root
  ) {
    self.name = name
    self.request = request
    self.variables = variables
    self.response = response
    self.responseHeaders = responseHeaders
    self.root = root
  }
}

/// The place in a request at which it carried a value.
package enum LinkPlace: Hashable, Sendable {
  /// A segment of the URL's path, counted from 0.
  case path(segment: Int)
  /// The index is among those of the same name.
  case query(String, index: Int)
  /// The index is among those of the same name.
  case header(String, index: Int)
  case json(ValuePath, isNumber: Bool)
  /// The index is among those of the same name.
  case form(String, index: Int)
  /// A field of a multipart body. The index is among those of the same name.
  case part(String, index: Int)
  /// Somewhere in a body that is only text.
  case text
}

/// A value that one response gave and a later request carried.
package struct ChainLink: Hashable, Sendable {
  /// How the value was written where it was carried.
  package enum Encoding: Hashable, Sendable {
    case plain
    /// Percent-encoded once more, as a URL inside of another text is.
    case percent
    /// In Base64, perhaps with other text around it, such as `user:` before a token.
    case base64(before: String, after: String)
  }

  /// Which exchange gave it, counted from 0.
  package let source: Int
  /// The value's place in that response.
  package let given: GivenPlace
  package let value: String
  package let isNumber: Bool
  /// Which exchange carried it, counted from 0.
  package let target: Int
  package let place: LinkPlace
  /// The whole text at that place, decoded.
  package let text: String
  /// The value's range in that text, as UTF-8 offsets.
  package let range: Range<Int>
  package let encoding: Encoding
  /// Whether chance would hardly have brought the same value here and there.
  package let isStrong: Bool
}

extension ChainLink {
  package var before: String { String(decoding: text.utf8.prefix(range.lowerBound), as: UTF8.self) }
  package var after: String { String(decoding: text.utf8.dropFirst(range.upperBound), as: UTF8.self) }
}
