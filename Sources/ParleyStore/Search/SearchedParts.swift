import HTTPTypes
import ParleyEngine

/// The parts of an exchange that texts are looked for in, as bytes of UTF-8. A body that says that it is in another encoding is
/// there as it came, and as it is read on screen.
struct SearchedParts {
  private(set) var all: [[UInt8]] = []

  init(_ exchange: Exchange) {
    let request = exchange.request
    add(request.url)
    if let body = request.body { add(body, type: request.headers[.contentType]) }
    request.headers.forEach { add($0) }
    guard let response = exchange.response else { return }
    add(response.url)
    response.headers.forEach { add($0) }
    let body = response.body
    guard body.count <= BodyLimits.row, let bytes = try? body.read(at: 0, count: body.count) else { return }
    add(bytes, type: response.headers[.contentType])
  }

  private mutating func add(_ text: String) { all.append(Array(text.utf8)) }

  private mutating func add(_ field: HTTPField) {
    add("\(field.name.rawName): \(Secrets.maskingCookies(in: field))")
  }

  private mutating func add(_ body: [UInt8], type: String?) {
    append(body)
    let source = InMemoryBytes(body)
    guard TextBody.form(of: source, contentType: type)?.charset != nil else { return }
    let text = TextBody.of(source, contentType: type)
    if let bytes = try? text.read(at: 0, count: text.count), bytes != body { append(bytes) }
  }

  private mutating func append(_ body: [UInt8]) {
    all.append(body)
    if let read = body.withUnsafeBytes(EscapedText.read) { all.append(read) }
  }
}

// Bodies that are not UTF-8.
extension SearchedParts {
  /// The texts that somebody looks for.
  enum Wanted {
    case ascii, any
  }

  /// In these, characters of ASCII have other bytes, too.
  private static let wide = ["utf-16", "utf16", "utf-32", "utf32", "ucs-", "unicode", "iso-10646", "utf-7"].map(
    ByteFinder.init)
  private static let declarations = ["charset=", "encoding="].map { Array($0.utf8) }
  private static let headLength = 1024

  /// Whether a body says itself, or by its mark or its zeros, that its texts have other bytes than in UTF-8.
  static func isDecoded(body: UnsafeRawBufferPointer, for wanted: Wanted) -> Bool {
    let head = UnsafeRawBufferPointer(rebasing: body.prefix(headLength))
    return head.prefix(4).contains { $0 == 0 || $0 >= 0xFE } || areDecoded(in: head, for: wanted)
  }

  /// Whether there is a byte order mark anywhere in a record: UTF-8 has no such bytes.
  static func mayHoldMark(_ record: UnsafeRawBufferPointer) -> Bool {
    zip(record, record.dropFirst()).contains { $0 &+ $1 == 0xFD && max($0, $1) == 0xFF }
  }

  /// Whether the bytes of a record name an encoding in which such texts have other bytes than in UTF-8.
  static func areDecoded(in record: UnsafeRawBufferPointer, for wanted: Wanted) -> Bool {
    let names = namedCharsets(in: record)
    return names.contains { name in wanted == .any || wide.contains { $0.isIn(name) } }
  }

  /// Those in headers of a record, as `Content-Type` names them, and in declarations of XML and HTML, but for UTF-8.
  private static func namedCharsets(in record: UnsafeRawBufferPointer) -> [Slice<UnsafeRawBufferPointer>] {
    var (names, start) = ([Slice<UnsafeRawBufferPointer>](), 0)
    while let equals = record.place(of: UInt8(ascii: "="), from: start) {
      start = equals + 1
      guard declarations.contains(where: { start >= $0.count && record[start - $0.count..<start].lowered == $0 }) else {
        continue
      }
      let name = record[start...].prefix(40).drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
      if !name.prefix(4).lowered.elementsEqual("utf-".utf8) || name.dropFirst(4).first != UInt8(ascii: "8") {
        names.append(name)
      }
    }
    return names
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Letters of ASCII in lower case.
  fileprivate var lowered: [UInt8] { map(\.lowercasedASCII) }
}
