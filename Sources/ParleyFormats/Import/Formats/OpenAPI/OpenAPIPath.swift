internal import ParleyEngine
import ParleyFiles
import ParleyText

/// A path with places in braces (§4.8.8), as the format has it: `/pets/{id}` is `/pets/:id`. A place that is no whole segment stays a
/// word, as in `/report.{format}`, and so does each value of a list: `/{ids.0},{ids.1}`.
struct OpenAPIPath {
  private var segments: [String]

  init(_ path: String) {
    segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }

  /// As a URL, with its templates escaped.
  var text: String {
    segments.map { segment in Self.name(in: segment).map { ":\($0)" } ?? Self.literal(segment) }
      .joined(separator: "/")
  }

  private static func literal(_ segment: String) -> String {
    String(PathTemplate.literal("/" + TemplateEscape.escaped(segment)).dropFirst())
  }

  /// The names of segments that are variables.
  var openNames: [String] { segments.compactMap(Self.name) }

  /// In mocks a place is a whole segment.
  var mockText: String {
    let text = segments.enumerated().map { index, segment in
      Self.name(in: segment).map { ":\($0)" } ?? (segment.contains("{") ? ":part\(index)" : segment)
    }.joined(separator: "/")
    return text.hasPrefix("/") ? text : "/" + text
  }

  /// Puts the pieces of a value into each place of a name.
  /// - Returns: the rows of its values.
  mutating func fill(_ name: String, with pieces: [ParameterStyle.Piece]) -> [Row] {
    let pieces = pieces.filter { $0 != .text("") }
    let places = segments.indices.filter { segments[$0].contains("{\(name)}") }
    guard !places.isEmpty else { return [] }
    if case .value(nil, let text)? = pieces.first, pieces.count == 1 {
      let isWhole = places.map { Self.name(in: segments[$0]) == name }
      let keys = (isWhole.contains(true) ? [name] : []) + (isWhole.contains(false) ? ["{\(name)}"] : [])
      return keys.map { Row($0, TemplateEscape.escaped(text)) }
    }
    var (text, rows) = ("", [Row]())
    for piece in pieces {
      switch piece {
      case .text(let literal): text += PercentText.encoded(literal) { $0.mayStandInSegment }
      case .value(let key, let value):
        let word = key.map { "{\(name).\($0)}" } ?? "{\(name)}"
        text += word
        rows.append(Row(word, TemplateEscape.escaped(value)))
      }
    }
    for place in places { segments[place] = segments[place].replacing("{\(name)}", with: text) }
    return rows
  }

  /// Of a segment that is one place, with a name that a path can have.
  private static func name(in segment: String) -> String? {
    guard segment.hasPrefix("{"), segment.hasSuffix("}") else { return nil }
    let name = segment.dropFirst().dropLast()
    return name.first?.isNumber == false && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      ? String(name) : nil
  }
}

extension UInt8 {
  /// RFC 3986 §3.3, without the percent sign and the colon, which have a meaning here.
  fileprivate var mayStandInSegment: Bool { isLetterOrDigit || "-._~!$&'()*+,;=@".utf8.contains(self) }
}
