internal import ParleyEngine
internal import ParleyFiles

/// A description in one file, as it is kept beside the requests. One that refers to other files takes them in, under `x-files`,
/// and its references lead there; one that does not stays as it is, byte for byte.
struct DescriptionBundle {
  private static let key = "x-files"
  /// Extensions with samples of code, in files that nobody reads here.
  private static let samples = ["x-codeSamples", "x-code-samples"]
  private static let mostFiles = 10_000
  /// Of all files together, in bytes.
  private static let largest = ImportSource.limit

  private let source: ImportSource
  private let document: JSONValue
  private var files: [(path: String, value: JSONValue)] = []
  private var known: [String: Bool] = [:]
  private var size = 0

  init(_ document: JSONValue, _ source: ImportSource) {
    self.document = document
    self.source = source
  }

  /// The bytes of the file, the ending of its name, and its contents.
  func file() -> (bytes: [UInt8], ending: String, document: JSONValue) {
    let alone = (source.bytes, source.isJSON ? ".json" : ".yaml", document)
    // Most are one file, and may be large: those are not copied.
    guard Self.refersToFiles(document) else { return alone }
    var copy = self
    var whole = copy.rewritten(document, in: "")
    var next = 0
    while next < copy.files.count {
      copy.files[next].value = copy.rewritten(copy.files[next].value, in: copy.files[next].path)
      next += 1
    }
    guard !copy.files.isEmpty else { return alone }
    whole[Self.key] = .object(JSONObject(copy.files.map { ($0.path, $0.value) }))
    return (JSONPrinter.pretty.bytes(of: whole), ".json", whole)
  }

  private static func refersToFiles(_ value: JSONValue) -> Bool {
    switch value {
    case .array(let items): items.contains(where: refersToFiles)
    case .object(let members):
      members.contains { key, member in
        key == "$ref" && member.string.map { !$0.hasPrefix("#") } == true || refersToFiles(member)
      }
    default: false
    }
  }

  private mutating func rewritten(_ value: JSONValue, in file: String) -> JSONValue {
    switch value {
    case .array(let items):
      var result: [JSONValue] = []
      for item in items { result.append(rewritten(item, in: file)) }
      return .array(result)
    case .object(let members):
      var result = JSONObject()
      for (key, member) in members {
        if Self.samples.contains(key) {
          result[key] = member
        } else if key == "$ref", let reference = member.string {
          result[key] = .string(rewritten(reference, in: file))
        } else {
          result[key] = rewritten(member, in: file)
        }
      }
      return .object(result)
    default: return value
    }
  }

  private mutating func rewritten(_ text: String, in file: String) -> String {
    let reference = SchemaReference(text)
    guard let path = reference.path(from: file), !path.isEmpty, isThere(path) else { return text }
    let place = path.replacing("~", with: "~0").replacing("/", with: "~1")
    return "#/\(Self.key)/\(Self.encoded(place + reference.fragment))"
  }

  private mutating func isThere(_ path: String) -> Bool {
    if let isThere = known[path] { return isThere }
    var document: JSONValue?
    if files.count < Self.mostFiles, let bytes = source.beside(path), size + bytes.count <= Self.largest {
      size += bytes.count
      document = try? ImportSource.document(path, bytes)
    }
    known[path] = document != nil
    if let document { files.append((path, document)) }
    return document != nil
  }

  /// As a fragment of a URL.
  private static func encoded(_ pointer: String) -> String {
    pointer.replacing("%", with: "%25").replacing("#", with: "%23").replacing(" ", with: "%20")
  }
}

extension ImportSource {
  /// Whether it is written as JSON, or as YAML that looks like it.
  var isJSON: Bool {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return text.first { $0 > 0x20 } == UInt8(ascii: "{")
  }
}
