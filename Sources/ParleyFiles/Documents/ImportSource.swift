package import ParleyEngine

/// A file to import: its bytes, and those of the files it refers to.
package struct ImportSource: Sendable {
  /// As messages call it.
  package let name: String
  package let bytes: [UInt8]
  /// The bytes of a file beside it, by its path from there; nil where it may not be read, or is not there.
  package let beside: @Sendable (String) -> [UInt8]?
  /// The scheme, host and port that it was fetched from: relative addresses in it start there.
  package let origin: String?

  package init(
    _ name: String, _ bytes: [UInt8], origin: String? = nil,
    beside: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    self.name = name
    self.bytes = bytes
    self.origin = origin
    self.beside = beside
  }

  /// The maximal size of an imported file, in bytes: its contents are not trusted.
  package static let limit = 128 << 20

  /// A file on disk. Of those it refers to only the ones in its own folder, or below, are read.
  package init(file path: String) throws(ImportError) {
    do throws(FileError) {
      let real = try FileSystem.realPath(path)
      let folder = real.parentPath
      self.init(path.lastPathPart, try FileSystem.read(real, limit: Self.limit)) { other in
        guard !other.hasPrefix("/"), let target = try? FileSystem.realPath(folder.appendingPath(other)),
          target.isInside(folder: folder)
        else { return nil }
        return try? FileSystem.read(target, limit: Self.limit)
      }
    } catch { throw .file(error) }
  }
}

extension ImportSource {
  /// The file as JSON, whether it is written as JSON or as YAML, and what could not be read of it.
  package func read() throws(ImportError) -> (document: JSONValue, notes: [ImportNote]) { try Self.read(name, bytes) }

  package func document() throws(ImportError) -> JSONValue { try read().document }

  package static func document(_ name: String, _ bytes: [UInt8]) throws(ImportError) -> JSONValue {
    try read(name, bytes).document
  }

  private static func read(_ name: String, _ bytes: [UInt8]) throws(ImportError) -> (
    document: JSONValue, notes: [ImportNote]
  ) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let first = text.first { !$0.isWhitespace }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return try yaml(name, bytes) }
    try DocumentWeight(json: text).check(name)
    do throws(JSONSyntaxError) { return (try JSONValue(parsing: text), []) } catch {
      // A flow map of YAML begins like JSON; one that people write is not large.
      guard text.count <= largestFlowMap, let value = try? yaml(name, bytes) else {
        throw .unreadable(.json(error, in: SourceText(file: name, bytes: bytes)))
      }
      return value
    }
  }

  private static let largestFlowMap = 1 << 20

  private static func yaml(_ name: String, _ bytes: [UInt8]) throws(ImportError) -> (
    document: JSONValue, notes: [ImportNote]
  ) {
    try DocumentWeight(yaml: bytes).check(name)
    let reading = try ForeignYAML(name, bytes).read()
    return (reading.root.map(JSONValue.init(yaml:)) ?? .null, reading.notes)
  }
}

extension JSONValue {
  /// The JSON value of a YAML node: plain scalars become numbers, booleans and null if they read as such.
  package init(yaml node: YAMLNode) {
    switch node.content {
    case .scalar("", .plain), .scalar("~", .plain): self = .null
    case .scalar(let text, .plain): self = JSONValue(plain: text)
    case .scalar(let text, _): self = .string(text)
    case .sequence(let items): self = .array(items.map(JSONValue.init(yaml:)))
    case .mapping(let entries):
      self = .object(JSONObject(entries.map { ($0.key.value, JSONValue(yaml: $0.value)) }))
    }
  }
}

extension Diagnostic {
  fileprivate static func json(_ error: JSONSyntaxError, in source: SourceText) -> Diagnostic {
    Diagnostic(.syntax, at: source.place(error.place.offset..<error.place.offset), "the file \(error.verdict)")
  }
}

extension UInt8 {
  fileprivate var isWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
