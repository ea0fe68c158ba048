/// A path cut into what stands as it is and the places that are filled.
package struct PathPieces {
  struct Place {
    let name: String
    /// Nil for a variable, which must have a value.
    let fallback: String?
    let text: Substring
  }

  private enum Piece {
    case text(Substring)
    case place(Place)
  }

  /// The template whole, for errors.
  private let template: String
  /// Scheme and authority of a whole URL: nothing is filled there.
  private let head: Substring
  private let segments: [[Piece]]
  /// Query and fragment.
  private let tail: Substring

  init(_ template: String, words: [String: String]) {
    self.template = template
    let start = Self.pathStart(in: template)
    let end = template[start...].firstIndex { $0 == "?" || $0 == "#" } ?? template.endIndex
    head = template[..<start]
    tail = template[end...]
    segments = template[start..<end].split(separator: "/", omittingEmptySubsequences: false)
      .map { Self.pieces(of: $0, words: words) }
  }

  /// Whether there can be a variable in it, or a colon behind a backslash. Costs one pass over the bytes, since every request is asked.
  package static func mayHaveVariable(_ template: String) -> Bool {
    var template = template
    return template.withUTF8 { bytes in
      var previous = UInt8(ascii: "/")
      for byte in bytes {
        if byte == UInt8(ascii: ":"), previous == UInt8(ascii: "/") || previous == UInt8(ascii: "\\") { return true }
        previous = byte
      }
      return false
    }
  }

  var places: [Place] {
    segments.joined().compactMap { if case .place(let place) = $0 { place } else { nil } }
  }

  func filled(_ value: (String) -> JSONValue?) throws(InvalidRequest) -> String {
    var kept: [String] = []
    for segment in segments {
      if let text = try filled(segment, value) { kept.append(text) }
    }
    return head + kept.joined(separator: "/") + tail
  }

  /// Nil when the segment goes with its slash: it has places, and all that is left of it is nothing.
  private func filled(_ segment: [Piece], _ value: (String) -> JSONValue?) throws(InvalidRequest) -> String? {
    var result = ""
    var lastPlace: Place?
    for piece in segment {
      switch piece {
      case .text(let text): result += text
      case .place(let place):
        result += URLText.encoded(try text(for: place, value(place.name))) { $0.isUnreserved }
        lastPlace = place
      }
    }
    guard let lastPlace else { return result }
    // Servers and proxies take these for steps in the tree, encoded or not.
    guard result != ".", result != ".." else {
      throw .pathValue(lastPlace.name, reason: "“\(result)” would lead to another path")
    }
    return result.isEmpty ? nil : result
  }

  private func text(for place: Place, _ value: JSONValue?) throws(InvalidRequest) -> String {
    if let value, value.isContainer {
      throw .pathValue(place.name, reason: "\(value.kind.phrase) is not a path segment")
    }
    if let fallback = place.fallback { return value?.parameterText ?? fallback }
    guard let text = value?.parameterText, !text.isEmpty else {
      throw .pathVariable(place.name, endpoint: template)
    }
    return text
  }
}

// Finding the places.
extension PathPieces {
  private static func pathStart(in template: String) -> String.Index {
    guard URLText.isAbsolute(template) else { return template.startIndex }
    let rest = URLText.withoutScheme(template)
    return rest.firstIndex { "/?#".contains($0) } ?? template.endIndex
  }

  private static func pieces(of segment: Substring, words: [String: String]) -> [Piece] {
    var pieces: [Piece] = []
    var (textStart, index) = (segment.startIndex, segment.startIndex)
    // A colon that is no variable's: what follows the backslash stands as it is.
    if segment.hasPrefix("\\:") { textStart = segment.index(after: index) }
    while index < segment.endIndex {
      guard let place = place(at: index, in: segment, words: words) else {
        index = segment.index(after: index)
        continue
      }
      if textStart < index { pieces.append(.text(segment[textStart..<index])) }
      pieces.append(.place(place))
      (textStart, index) = (place.text.endIndex, place.text.endIndex)
    }
    if textStart < segment.endIndex || pieces.isEmpty { pieces.append(.text(segment[textStart...])) }
    return pieces
  }

  /// The longest word or variable that begins here.
  private static func place(at index: String.Index, in segment: Substring, words: [String: String]) -> Place? {
    let rest = segment[index...]
    let word = words.keys.filter { !$0.isEmpty && rest.hasPrefix($0) }.max { $0.count < $1.count }
    let variable = index == segment.startIndex ? variable(at: rest) : nil
    if let variable, variable.text.count > word?.count ?? 0 { return variable }
    return word.map { Place(name: $0, fallback: words[$0], text: rest.prefix($0.count)) }
  }

  /// `:` and a name of letters, digits and `_` that begins with no digit: `:8080` is none.
  private static func variable(at rest: Substring) -> Place? {
    guard rest.first == ":" else { return nil }
    let name = rest.dropFirst().prefix { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard let first = name.first, !first.isNumber else { return nil }
    return Place(name: String(name), fallback: nil, text: rest[..<name.endIndex])
  }
}
