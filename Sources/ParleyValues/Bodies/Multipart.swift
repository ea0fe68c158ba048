/// A `multipart/form-data` body (RFC 7578), its names written as the
/// [HTML standard](https://html.spec.whatwg.org/#multipart-form-data) has it.
struct Multipart {
  let contentType: String
  let content: BodyContent

  /// - Throws: `InvalidRequest.file` for a file that cannot be sent.
  init(_ parts: [Part], boundary: String) throws(InvalidRequest) {
    contentType = "multipart/form-data; boundary=\(boundary)"
    var pieces: [PieceStream.Piece] = []
    for part in parts {
      pieces.append(.bytes(Array("--\(boundary)\r\n\(part.head)\r\n".utf8)))
      pieces.append(try part.piece)
      pieces.append(.bytes(Array("\r\n".utf8)))
    }
    pieces.append(.bytes(Array("--\(boundary)--\r\n".utf8)))
    content = BodyContent(pieces)
  }

  /// 192 bits of chance, so that no content has it inside (RFC 2046 §5.1.1 allows 70 characters).
  static func boundary() -> String {
    var random = SystemRandomNumberGenerator()
    let digits = (0..<3).map { _ in String(random.next(), radix: 36) }
    return "parley-" + digits.joined()
  }
}

extension Part {
  /// Header lines, each with its end.
  fileprivate var head: String {
    var head = "Content-Disposition: form-data; name=\"\(Self.quoted(Self.withLineBreaks(name)))\""
    if let filename { head += "; filename=\"\(Self.quoted(filename))\"" }
    head += "\r\n"
    if let contentType { head += "Content-Type: \(contentType.filter { !$0.isNewline })\r\n" }
    return head
  }

  fileprivate var piece: PieceStream.Piece {
    get throws(InvalidRequest) {
      switch source {
      case .bytes(let bytes): .bytes(bytes)
      case .file(let path): .file(try FileStream(path))
      }
    }
  }

  private static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { quoted, scalar in
      switch scalar {
      case "\"": quoted += "%22"
      case "\r": quoted += "%0D"
      case "\n": quoted += "%0A"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
  }

  /// In a field's name, though not in a file's, every line break is CRLF.
  private static func withLineBreaks(_ name: String) -> String {
    name.reduce(into: "") { $0 += ["\n", "\r", "\r\n"].contains($1) ? "\r\n" : String($1) }
  }
}

extension BodyContent {
  /// In memory where all of it is there already.
  fileprivate init(_ pieces: [PieceStream.Piece]) {
    let bytes = pieces.compactMap(\.bytes)
    self = bytes.count == pieces.count ? .bytes(Array(bytes.joined())) : .stream(PieceStream(pieces))
  }
}
