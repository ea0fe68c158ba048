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
    switch type.flatMap(TextEncoding.init(contentType:)) {
    case .utf16?: add(TextEncoding.utf16.decode(body))
    case .latin1?: add(TextEncoding.latin1.decode(body))
    case .utf8?, .ascii?, nil: break
    }
  }
}

// Bodies that are not UTF-8.
extension SearchedParts {
  /// The texts that somebody looks for.
  enum Wanted {
    case ascii, any
  }

  private static let wide = ByteFinder(TextEncoding.utf16.charset)
  private static let single = ByteFinder(TextEncoding.latin1.charset)

  /// Whether the bytes of a record name an encoding in which such texts have other bytes than in UTF-8.
  static func areDecoded(in record: UnsafeRawBufferPointer, for wanted: Wanted) -> Bool {
    wide.isIn(record) || wanted == .any && single.isIn(record)
  }
}
