import ParleyFiles
import ParleyText

/// The parts of a `multipart/form-data` body, as a `.http` file writes it out:
///
///     --boundary
///     Content-Disposition: form-data; name="photo"; filename="photo.png"
///     Content-Type: image/png
///
///     < ./photo.png
///     --boundary--
enum HTTPFileParts {
  /// Of a content type; nil for another one.
  static func boundary(of type: String) -> String? {
    guard type.lowercased().hasPrefix("multipart/form-data") else { return nil }
    return parameter("boundary", of: type)
  }

  static func parts(of text: String, _ boundary: String) -> [PartDefinition] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    return lines.split { $0.hasPrefix("--\(boundary)") }.compactMap { part(Array($0)) }
  }

  private static func part(_ lines: [String]) -> PartDefinition? {
    let head = lines.prefix { !$0.trimmed.isEmpty }
    let body = lines.dropFirst(head.count + 1).joined(separator: "\n")
    guard let disposition = value("content-disposition", in: head), let name = parameter("name", of: disposition) else {
      return nil
    }
    let (type, fileName) = (value("content-type", in: head), parameter("filename", of: disposition))
    guard body.hasPrefix("< ") else { return PartDefinition(name, .text(body), type: type, fileName: fileName) }
    let path = String(body.dropFirst(2)).trimmed
    return PartDefinition(name, .file(path), type: type, fileName: fileName == path.lastPathPart ? nil : fileName)
  }

  private static func value(_ name: String, in head: ArraySlice<String>) -> String? {
    head.first { $0.lowercased().hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1)).trimmed }
  }

  /// `name="…"` or `name=…` among what follows the first semicolon.
  private static func parameter(_ name: String, of text: String) -> String? {
    for piece in text.split(separator: ";").dropFirst() {
      let parts = piece.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
      guard parts.count == 2, parts[0].lowercased() == name else { continue }
      return parts[1].hasPrefix("\"") && parts[1].hasSuffix("\"") ? String(parts[1].dropFirst().dropLast()) : parts[1]
    }
    return nil
  }
}
