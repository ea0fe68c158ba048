import HTTPTypes

/// Reads the head of an answer line by line, as libcurl hands the lines over.
///
/// Interim answers (1xx, RFC 9110 §15.2) are read and forgotten: the head that counts is the last. A folded line
/// (RFC 9112 §5.2) is joined with one space. A value that is not UTF-8 is taken for ISO 8859-1, which is what RFC 9110 §5.5
/// says of old servers. A name that HTTP does not allow stands in the wire log only. So do trailers.
struct HeadReader {
  struct Head: Equatable {
    var version = HTTPVersion.http1_1
    var status: HTTPResponse.Status = 0
    var fields = HTTPFields()
  }

  enum Step: Equatable {
    case more
    case complete(Head)
    case tooLarge
  }

  /// Of all heads of an answer together.
  static let byteLimit = 256 * 1024
  static let fieldLimit = 4096

  private var head = Head()
  private var byteCount = 0
  private var isComplete = false

  mutating func take(_ line: UnsafeRawBufferPointer) -> Step {
    guard !isComplete else { return .more }
    byteCount += line.count
    guard byteCount <= Self.byteLimit, head.fields.count < Self.fieldLimit else { return .tooLarge }
    let text = line.trimmingEnd()
    if text.isEmpty { return endOfHead() }
    if text.starts(with: "HTTP/".utf8) {
      head = Head(statusLine: text)
    } else {
      takeField(text)
    }
    return .more
  }

  private mutating func endOfHead() -> Step {
    let code = head.status.code
    guard code >= 200 || code == 101 else { return .more }
    isComplete = true
    return .complete(head)
  }

  private mutating func takeField(_ line: Slice<UnsafeRawBufferPointer>) {
    if line.first.isBlank { return unfold(line) }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
    else { return }
    head.fields.append(HTTPField(name: name, text: line[(colon + 1)...]))
  }

  private mutating func unfold(_ line: Slice<UnsafeRawBufferPointer>) {
    guard var last = head.fields.popLast() else { return }
    let more = HTTPField(name: last.name, text: line).value
    last = HTTPField(name: last.name, lenientValue: Array("\(last.value) \(more)".utf8))
    head.fields.append(last)
  }
}

extension HeadReader.Head {
  /// `HTTP/1.1 404 Not Found`, or `HTTP/2 404`.
  fileprivate init(statusLine line: Slice<UnsafeRawBufferPointer>) {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    version = HTTPVersion(statusLine: parts[0])
    guard parts.count > 1, let code = Int(String(decoding: parts[1], as: UTF8.self)), (0...999).contains(code) else {
      return
    }
    let reason = parts.count > 2 ? String(headerText: parts[2]) : ""
    status = HTTPResponse.Status(code: code, reasonPhrase: reason)
  }
}

extension HTTPVersion {
  fileprivate init(statusLine word: Slice<UnsafeRawBufferPointer>) {
    let digit = word.dropFirst(5).first
    switch digit {
    case UInt8(ascii: "3"): self = .http3
    case UInt8(ascii: "2"): self = .http2
    default: self = word.last == UInt8(ascii: "0") ? .http1_0 : .http1_1
    }
  }
}

extension HTTPField {
  fileprivate init(name: Name, text: Slice<UnsafeRawBufferPointer>) {
    let trimmed = text.trimmingEnd().drop { Optional($0).isBlank }
    if String(validating: trimmed, as: UTF8.self) != nil {
      self.init(name: name, lenientValue: trimmed)
    } else {
      self.init(name: name, lenientValue: Array(String(headerText: trimmed).utf8))
    }
  }
}

extension String {
  /// UTF-8, or else ISO 8859-1, which any bytes are.
  fileprivate init(headerText bytes: Slice<UnsafeRawBufferPointer>) {
    if let text = String(validating: bytes, as: UTF8.self) {
      self = text
    } else {
      self = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }
}

extension UInt8? {
  /// Space or tab.
  fileprivate var isBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t")
  }
}

extension BidirectionalCollection<UInt8> {
  /// Without the line's end and white space before it.
  fileprivate func trimmingEnd() -> SubSequence {
    var end = endIndex
    while end > startIndex {
      let before = index(before: end)
      let byte = self[before]
      guard Optional(byte).isBlank || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { break }
      end = before
    }
    return self[..<end]
  }
}
