internal import ParleyEngine

/// A part of a `multipart/form-data` body as it was sent.
struct SentPart {
  let name: String
  /// Nil for a field.
  let fileName: String?
  /// Nil where the part says nothing.
  let type: String?
  let content: [UInt8]

  /// The text of a field; nil for a file, and for content that is not text.
  var text: String? { fileName == nil ? String(validating: content, as: UTF8.self) : nil }

  /// The parts of a body; none where it has no boundary.
  /// - Parameter type: the whole `Content-Type`.
  static func parts(of body: [UInt8], type: String) -> [SentPart] {
    guard let boundary = parameter("boundary", of: type), !boundary.isEmpty else { return [] }
    let mark = Array("--\(boundary)".utf8)
    var (parts, rest) = ([SentPart](), body[...])
    while let start = rest.firstRange(of: mark) {
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: mark) else { break }
      if let part = SentPart(rest[..<end.lowerBound]) { parts.append(part) }
      rest = rest[end.lowerBound...]
    }
    return parts
  }

  /// Of what stands between two boundaries.
  private init?(_ bytes: ArraySlice<UInt8>) {
    guard let gap = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: bytes[..<gap.lowerBound], as: UTF8.self).split(whereSeparator: \.isNewline)
    let content = bytes[gap.upperBound...]
    self.content = Array(content.suffix(2).elementsEqual(Array("\r\n".utf8)) ? content.dropLast(2) : content)
    let value = { (name: String) -> String? in
      head.first { $0.lowercased().hasPrefix("\(name):") }.map {
        String($0.dropFirst(name.count + 1).drop { $0 == " " })
      }
    }
    guard let disposition = value("content-disposition"), let name = Self.parameter("name", of: disposition) else {
      return nil
    }
    (self.name, fileName, type) = (name, Self.parameter("filename", of: disposition), value("content-type"))
  }

  /// Of a header's value, with or without quotes.
  private static func parameter(_ name: String, of header: String) -> String? {
    for piece in header.split(separator: ";").dropFirst() {
      let piece = piece.drop { $0 == " " }
      guard piece.lowercased().hasPrefix("\(name)=") else { continue }
      let value = piece.dropFirst(name.count + 1)
      return value.hasPrefix("\"") ? String(value.dropFirst().prefix { $0 != "\"" }) : String(value)
    }
    return nil
  }
}
