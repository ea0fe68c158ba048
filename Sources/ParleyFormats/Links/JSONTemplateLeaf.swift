internal import ParleyEngine
internal import ParleyFiles
internal import ParleyText

/// A value in a JSON text with templates, where it stands in that.
struct JSONTemplateLeaf {
  /// With its quotes, as UTF-8 offsets in the text.
  let range: Range<Int>
  /// As it stands there.
  let text: String

  /// The text between a string's quotes; nil if the leaf is not a string, or if the string needs escapes.
  var inner: String? {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
    let inner = String(text.dropFirst().dropLast())
    return inner.literalParts.standsInJSON ? inner : nil
  }

  /// - Returns: nil where the text is no JSON, or has no single value there.
  init?(at path: ValuePath, in text: String) {
    let sample = JSONTemplateSample(TemplateText(text))
    var places = LeafPlaces(bytes: sample.bytes, wanted: path.segments)
    var scanner = JSONScanner(maximumDepth: 512)
    do throws(JSONSyntaxError) {
      try scanner.scan(sample.bytes, into: &places)
      try scanner.finish(into: &places)
    } catch {
      return nil
    }
    guard let found = places.found else { return nil }
    range = sample.rangeInText(of: found)
    self.text = String(decoding: Array(text.utf8)[range], as: UTF8.self)
  }
}

extension String {
  /// Whether it stands in a string of JSON as it is.
  var standsInJSON: Bool { utf8.allSatisfy { $0 >= 32 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") } }

  /// Without its templates, which may have quotes of their own.
  var literalParts: String {
    TemplateText(self).segments.reduce(into: "") { if case .literal(let text) = $1 { $0 += text } }
  }
}

/// Finds where one value stands.
private struct LeafPlaces: JSONEventHandler {
  let bytes: [UInt8]
  let wanted: [ValuePath.Segment]
  private(set) var found: Range<Int>?
  private var path: [ValuePath.Segment] = []

  init(bytes: [UInt8], wanted: [ValuePath.Segment]) {
    (self.bytes, self.wanted) = (bytes, wanted)
  }

  mutating func handle(_ event: JSONEvent) {
    switch event.kind {
    case .objectStart: path.append(.key(""))
    case .arrayStart: path.append(.index(0))
    case .objectEnd, .arrayEnd: path.removeLast()
    case .key:
      let key = (try? JSONValue(parsing: Array(bytes[event.range])))?.string ?? ""
      path[path.count - 1] = .key(key)
    case .comma:
      if case .index(let index)? = path.last { path[path.count - 1] = .index(index + 1) }
    case .string, .number, .true, .false, .null: if path == wanted { found = event.range }
    case .colon: break
    }
  }
}
