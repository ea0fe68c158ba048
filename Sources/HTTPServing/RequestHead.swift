import HTTPTypes
import ParleyEngine

/// The first line and the headers of a request (RFC 9112, 3 and 5).
struct RequestHead {
  /// How the end of the body is known (RFC 9112, 6.3).
  enum Framing: Equatable {
    case length(Int)
    case chunked
  }

  let method: String
  let target: String
  let headers: HTTPFields
  let framing: Framing
  let isVersion11: Bool
  let keepsConnection: Bool
  let expectsContinue: Bool

  /// - Parameter lines: without their ends.
  init(_ lines: [ArraySlice<UInt8>]) throws(ServingMistake) {
    let first = try FirstLine(lines.first ?? [])
    headers = try Self.fields(lines.dropFirst())
    (method, target, isVersion11) = (first.method, first.target, first.isVersion11)
    framing = try Self.framing(by: headers)
    guard !first.isVersion11 || headers.hosts.count == 1 else {
      throw .malformed("A request of HTTP/1.1 has exactly one Host header.")
    }
    let connection = Self.words(headers, .connection)
    keepsConnection = first.isVersion11 ? !connection.contains("close") : connection.contains("keep-alive")
    expectsContinue = first.isVersion11 && Self.words(headers, .expect).contains("100-continue")
  }

  private static func fields(_ lines: ArraySlice<ArraySlice<UInt8>>) throws(ServingMistake) -> HTTPFields {
    var fields = HTTPFields()
    for line in lines {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        let text = String(validating: line[..<colon], as: UTF8.self), let name = HTTPField.Name(text)
      else { throw .malformed("A header line has no name before a colon.") }
      fields.append(HTTPField(name: name, lenientValue: line[(colon + 1)...].trimmingBlanks))
    }
    return fields
  }

  private static func framing(by headers: HTTPFields) throws(ServingMistake) -> Framing {
    let codings = words(headers, .transferEncoding)
    let lengths = Set(words(headers, .contentLength))
    guard codings.isEmpty else {
      guard lengths.isEmpty else { throw .malformed("The request has both Content-Length and Transfer-Encoding.") }
      guard codings == ["chunked"] else {
        throw ServingMistake(.notImplemented, "Of transfer encodings only chunked is understood.")
      }
      return .chunked
    }
    guard let text = lengths.first else { return .length(0) }
    guard lengths.count == 1, text.utf8.allSatisfy(\.isDigit), let length = Int(text) else {
      throw .malformed("Content-Length is not one number.")
    }
    return .length(length)
  }

  /// The words of a list header, in lower case.
  private static func words(_ headers: HTTPFields, _ name: HTTPField.Name) -> [String] {
    headers[values: name].flatMap { $0.lowercased().split { $0 == "," || $0 == " " }.map(String.init) }
  }
}

/// `GET /pets HTTP/1.1`
private struct FirstLine {
  let method: String
  let target: String
  let isVersion11: Bool

  init(_ line: ArraySlice<UInt8>) throws(ServingMistake) {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, let name = String(validating: words[0], as: UTF8.self), HTTPField.Name(name) != nil,
      let target = String(validating: words[1], as: UTF8.self), !target.isEmpty,
      words[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { throw .malformed("The first line is not a method, a path and HTTP/1.1.") }
    let version = String(decoding: words[2], as: UTF8.self)
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw ServingMistake(.httpVersionNotSupported, "Only HTTP/1.1 and HTTP/1.0 are understood.")
    }
    method = name
    self.target = try Self.path(of: target)
    isVersion11 = version == "HTTP/1.1"
  }

  /// Returns the path of a request target. Clients of a proxy send a whole URL, which contains it.
  private static func path(of target: String) throws(ServingMistake) -> String {
    if target.hasPrefix("/") || target == "*" { return target }
    guard target.lowercased().hasPrefix("http://"), let start = target.firstRange(of: "://")?.upperBound else {
      throw .malformed("The path does not begin with a slash.")
    }
    let rest = target[start...].drop { $0 != "/" && $0 != "?" }
    return rest.hasPrefix("/") ? String(rest) : "/\(rest)"
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
