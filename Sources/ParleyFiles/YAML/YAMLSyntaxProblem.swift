import ParleyText

/// Says in words of this format what libyaml says in words of its scanner.
struct YAMLSyntaxProblem {
  let diagnostic: Diagnostic

  init(_ problem: YAMLEvents.Problem, source: SourceText, offsets: ScalarOffsets) {
    let offset = offsets.byteOffset(ofScalar: problem.index)
    let opening = problem.contextIndex.map {
      source.place(Self.character(at: offsets.byteOffset(ofScalar: $0), in: source))
    }
    let place = source.place(Self.character(at: offset, in: source))
    let spot = Spot(source: source, place: place, opening: opening)
    let (message, hint) = Self.explain(problem.text, at: spot)
    diagnostic = Diagnostic(.syntax, at: place, message, hint: hint)
  }

  /// The text around the place where reading stopped.
  private struct Spot {
    let source: SourceText
    let place: SourcePlace
    let opening: SourcePlace?

    var line: String { String(decoding: source.line(place.line - 1), as: UTF8.self) }
    var character: UInt8? {
      source.bytes.indices.contains(place.range.lowerBound) ? source.bytes[place.range.lowerBound] : nil
    }
    var printable: String { character.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "a character" } ?? "the end" }

    /// Is there a colon before this place in its line, so that this one is a second?
    var isSecondColon: Bool {
      let start = source.lineStarts[place.line - 1]
      return source.bytes[start..<place.range.lowerBound].contains(UInt8(ascii: ":"))
    }
  }

  private static func explain(_ problem: String, at spot: Spot) -> (message: String, hint: String?) {
    if spot.line.contains(": {{") || spot.line.contains("- {{") {
      return ("a value that begins with {{ is read as a map", "put quotes around it, as in \"{{name}}\"")
    }
    switch problem {
    case "found character that cannot start any token", "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      return wrongStart(at: spot)
    case "mapping values are not allowed in this context":
      return unexpectedColon(at: spot)
    case "did not find expected key", "did not find expected '-' indicator":
      return unexpectedIndentation(at: spot)
    case "found unexpected end of stream":
      return ("the quote opened in line \(spot.opening?.line ?? spot.place.line) is not closed", nil)
    case "did not find expected ',' or '}'", "did not find expected ',' or ']'":
      return unclosedBracket(problem, at: spot)
    case "could not find expected ':'":
      return ("expected “:” after a key", "put a value of several lines in quotes, or under |")
    default:
      return ("the text is not YAML: \(problem)", nil)
    }
  }

  private static func wrongStart(at spot: Spot) -> (String, String?) {
    spot.character == .tab
      ? ("found a tab; expected spaces", "YAML is indented with spaces only")
      : ("a value cannot begin with “\(spot.printable)”", "put quotes around it")
  }

  private static func unexpectedColon(at spot: Spot) -> (String, String?) {
    spot.isSecondColon
      ? ("found a second “:” in one line", "put quotes around a value that contains “: ”")
      : ("found a key indented below one that already has a value", "align it with the keys it belongs to")
  }

  private static func unexpectedIndentation(at spot: Spot) -> (String, String?) {
    let isFirst = spot.line.prefix { $0 == " " }.unicodeScalars.count == spot.place.column - 1
    return isFirst
      ? ("the indentation matches no line above", "align it with the keys it belongs to")
      : ("found “\(spot.printable)” after the value; expected the end of the line", "put quotes around the whole value")
  }

  private static func unclosedBracket(_ problem: String, at spot: Spot) -> (String, String?) {
    let signs = problem.split(separator: "'").filter { $0.count == 1 }.map { "“\($0)”" }
    let expected = "expected \(signs.joined(separator: " or "))"
    let opening = spot.opening.map { "; the bracket opened in line \($0.line)" } ?? ""
    return ("\(expected)\(opening)", "put quotes around a value that contains brackets or commas")
  }

  private static func character(at offset: Int, in source: SourceText) -> Range<Int> {
    guard offset < source.bytes.count else { return source.bytes.count..<source.bytes.count }
    var end = offset + 1
    while end < source.bytes.count, source.bytes[end].isContinuation { end += 1 }
    return offset..<end
  }
}

extension Diagnostic {
  static func keyIsNoText(_ key: YAMLNode, in source: SourceText) -> Diagnostic {
    let text = source.bytes[key.place.range]
    let isTemplate = text.starts(with: "{".utf8)
    return Diagnostic(
      .keyIsNoText, at: key.place, "found a \(key.kindName) as a key; expected text",
      hint: isTemplate ? "put quotes around a value that begins with {{, as in \"{{name}}\"" : nil)
  }
}

extension YAMLNode {
  /// The name of the node's kind in messages.
  var kindName: String {
    switch content {
    case .scalar: "text"
    case .sequence: "list"
    case .mapping: "map"
    }
  }
}
