import ParleyModel
import ParleyText

/// A file that is sent. Its path starts from the workspace; what lies outside it needs trust.
package struct FileDefinition: Sendable, Equatable {
  package var path: Located<String>
  /// Its content type; by the ending of its name by default.
  package var type: Located<String>?
  /// Sends its `Content-MD5` (RFC 1864).
  package var md5: Located<Bool>?

  package init(path: Located<String> = "", type: Located<String>? = nil, md5: Located<Bool>? = nil) {
    self.path = path
    self.type = type
    self.md5 = md5
  }

  var texts: [Located<String>] { [path] + [type].compactMap(\.self) }
}

extension FileDefinition {
  /// The map form.
  package static let form = Form(
    "a file", isFlow: true, make: { FileDefinition() },
    keys: [
      .init(.filePath, \.path, .filePath, isRequired: true), .init(.fileType, \.type, .contentType),
      .init(.fileMD5, \.md5, .boolean),
    ])

  private static let shortReader = Reader.filePath.located.map {
    FileDefinition(path: $0)
  } back: {
    $0.path
  }

  static let reader = Reader<FileDefinition>(
    "the path of a file, or a map with path", .either([.text(pattern: "."), .object(form.schema)]),
    write: { $0.type == nil && $0.md5 == nil ? shortReader.write($0) : form.written($0) }
  ) { node, decoding in
    node.entries == nil ? shortReader.read(node, &decoding) : form.read(node, &decoding)
  }
}

extension Reader where Value == String {
  static var contentType: Reader {
    .text("a content type such as image/png", .text(pattern: "^[^ /]+/.+$")) { text in
      text.contains("/") && !text.utf8.contains(where: \.isLineBreak) ? text : nil
    }
  }
}
