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
    guard body.count <= Store.rowLimit, let bytes = try? body.read(at: 0, count: body.count) else { return }
    add(bytes, type: response.headers[.contentType])
  }

  private mutating func add(_ text: String) { all.append(Array(text.utf8)) }

  private mutating func add(_ field: HTTPField) {
    add("\(field.name.rawName): \(Secrets.maskingCookies(in: field))")
  }

  private mutating func add(_ body: [UInt8], type: String?) {
    all.append(body)
    let source = InMemoryBytes(body)
    guard TextBody.form(of: source, contentType: type)?.charset != nil else { return }
    let text = TextBody.of(source, contentType: type)
    if let bytes = try? text.read(at: 0, count: text.count), bytes != body { all.append(bytes) }
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
  private static let charset = Array("charset=".utf8)

  /// Whether the bytes of a record name an encoding in which such texts have other bytes than in UTF-8.
  static func areDecoded(in record: UnsafeRawBufferPointer, for wanted: Wanted) -> Bool {
    let names = namedCharsets(in: record)
    return names.contains { name in wanted == .any || wide.contains { $0.isIn(name) } }
  }

  /// Those in headers of a record, as `Content-Type` names them, but for UTF-8.
  private static func namedCharsets(in record: UnsafeRawBufferPointer) -> [Slice<UnsafeRawBufferPointer>] {
    var (names, start) = ([Slice<UnsafeRawBufferPointer>](), 0)
    while let equals = record[start...].firstIndex(of: UInt8(ascii: "=")) {
      start = equals + 1
      guard start >= charset.count, record[(start - charset.count)..<start].lowered.elementsEqual(charset) else {
        continue
      }
      let name = record[start...].prefix(40).drop { $0 == UInt8(ascii: "\"") }
      if !name.prefix(4).lowered.elementsEqual("utf-".utf8) || name.dropFirst(4).first != UInt8(ascii: "8") {
        names.append(name)
      }
    }
    return names
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Letters of ASCII in lower case.
  fileprivate var lowered: [UInt8] { map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 } }
}
