import Glibc
import HTTPTypes

/// Reads the head of a response line by line, as libcurl hands the lines over.
///
/// Interim responses (1xx, RFC 9110 §15.2) are read and forgotten: the head that counts is the last. A folded line
/// (RFC 9112 §5.2) is joined with one space. A value that is not UTF-8 is taken for ISO 8859-1, which is what RFC 9110 §5.5
/// says of old servers. A name that HTTP does not allow stands in the wire log only. What comes behind the head are trailers.
struct HeadReader {
  struct Head: Equatable {
    var version = HTTPVersion.http1_1
    var status: HTTPResponse.Status = 0
    var fields = HTTPFields()
    /// The values of `Set-Cookie` as the server wrote them, whatever encoding that is.
    var cookies: [[UInt8]] = []
    /// Whether the body says that it comes in codings.
    var isEncoded = false
  }

  enum Step: Equatable {
    case more
    case complete(Head)
    case tooLarge
  }

  /// Of all heads of a response together.
  static let byteLimit = 256 * 1024
  static let fieldLimit = 4096

  private let names: HeaderNames?
  private var head = Head()
  private var fields: [HTTPField] = []
  private var byteCount = 0
  private var isComplete = false

  /// The fields behind the body, as far as they have come.
  var trailers: HTTPFields { isComplete ? HTTPFields(fields) : HTTPFields() }

  /// - Parameter names: of responses before this one, which need not be made again.
  init(names: HeaderNames? = nil) {
    self.names = names
  }

  /// For the trailers behind a head of this length that is known already.
  init(names: HeaderNames?, behind length: Int) {
    self.names = names
    (byteCount, isComplete) = (length, true)
  }

  mutating func take(_ line: UnsafeRawBufferPointer) -> Step {
    byteCount += line.count
    guard byteCount <= Self.byteLimit, fields.count < Self.fieldLimit else { return .tooLarge }
    let text = line.trimmed(from: 0)
    if text.isEmpty, !line.first.isBlank { return isComplete ? .more : endOfHead() }
    if line.first.isBlank {
      unfold(text)
    } else if !isComplete, text.starts(with: "HTTP/") {
      head = Head(statusLine: text)
      fields.removeAll(keepingCapacity: true)
      fields.reserveCapacity(16)
    } else {
      takeField(text)
    }
    return .more
  }

  private mutating func endOfHead() -> Step {
    let code = head.status.code
    guard code >= 200 || code == 101 && !changesToHTTP2 else { return .more }
    isComplete = true
    head.fields = HTTPFields(fields)
    head.isEncoded = head.fields.contains(.contentEncoding)
    fields = []
    return .complete(head)
  }

  /// Then the response to the request follows in HTTP/2 (RFC 7540 §3.2).
  private var changesToHTTP2: Bool {
    fields.contains { $0.name == .upgrade && $0.value.lowercased() == "h2c" }
  }

  private mutating func takeField(_ line: UnsafeRawBufferPointer) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let name = name(UnsafeRawBufferPointer(rebasing: line[..<colon]))
    else { return }
    let value = line.trimmed(from: colon + 1)
    fields.append(HTTPField(name: name, text: value))
    if name == .setCookie, !isComplete { head.cookies.append(Array(value)) }
  }

  private func name(_ text: UnsafeRawBufferPointer) -> HTTPField.Name? {
    if let names { return names.name(text) }
    return HTTPField.Name(String(decoding: text, as: UTF8.self))
  }

  private mutating func unfold(_ line: UnsafeRawBufferPointer) {
    guard let last = fields.popLast() else { return }
    if last.name == .setCookie, !isComplete { head.cookies[head.cookies.count - 1] += [.space] + Array(line) }
    let more = HTTPField(name: last.name, text: line).value
    fields.append(HTTPField(name: last.name, lenientValue: Array("\(last.value) \(more)".utf8)))
  }
}

extension HeadReader.Head {
  /// `HTTP/1.1 404 Not Found`, or `HTTP/2 404`.
  fileprivate init(statusLine line: UnsafeRawBufferPointer) {
    let space = line.firstIndex(of: UInt8(ascii: " ")) ?? line.count
    version = HTTPVersion(statusLine: UnsafeRawBufferPointer(rebasing: line[..<space]))
    let rest = line.trimmed(from: space)
    let digits = rest.prefix { $0.isASCIIDigit }
    guard digits.count == 3 else { return }
    let code = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    status = HTTPResponse.Status(code: code, reasonPhrase: String(headerText: rest.trimmed(from: 3)))
  }
}

extension HTTPVersion {
  fileprivate init(statusLine word: UnsafeRawBufferPointer) {
    let digit = word.count > 5 ? word[5] : 0
    switch digit {
    case UInt8(ascii: "3"): self = .http3
    case UInt8(ascii: "2"): self = .http2
    default: self = word.last == UInt8(ascii: "0") ? .http1_0 : .http1_1
    }
  }
}

extension HTTPField {
  /// A plain value goes the short way; one with control characters or from outside ASCII keeps what can be kept.
  fileprivate init(name: Name, text: UnsafeRawBufferPointer) {
    let value = text.isPlain ? String(decoding: text, as: UTF8.self) : String(headerText: text)
    if text.isPlain || text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) {
      self.init(name: name, value: value)
    } else {
      self.init(name: name, lenientValue: Array(value.utf8))
    }
  }
}

extension String {
  /// UTF-8, or else ISO 8859-1, which any bytes are.
  fileprivate init(headerText bytes: UnsafeRawBufferPointer) {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      self.init(decoding: bytes, as: UTF8.self)
    } else {
      self.init(headerBytes: bytes)
    }
  }
}

extension UInt8? {
  /// Space or tab.
  fileprivate var isBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t")
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the bytes from `start` on, without white space at either end and without the line's end.
  fileprivate func trimmed(from start: Int) -> UnsafeRawBufferPointer {
    var (start, end) = (start, count)
    while start < end, self[start].isSpace { start += 1 }
    while end > start, self[end - 1].isSpace { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: self[start..<end])
  }

  /// Whether all of it is printable ASCII, as nearly every header is.
  fileprivate var isPlain: Bool {
    var index = 0
    while index < count, self[index] >= 0x20, self[index] < 0x7F { index += 1 }
    return index == count
  }

  fileprivate func starts(with prefix: StaticString) -> Bool {
    guard let baseAddress, count >= prefix.utf8CodeUnitCount else { return false }
    return memcmp(baseAddress, prefix.utf8Start, prefix.utf8CodeUnitCount) == 0
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r") || self == UInt8(ascii: "\n")
  }
}
