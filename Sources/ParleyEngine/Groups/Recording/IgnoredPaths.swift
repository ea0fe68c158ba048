/// Places of values that a comparison of runs leaves out, with everything in them.
///
/// A path is that of a step's result, as in `.result.token`. `.status` and `.headers.date` stand in its response, `.request` and
/// `.input` before what it sent and worked on. `[*]` stands for every element, `.*` for every member, and `..id` for that member
/// at any depth; `steps.login` before a path leaves it out for that step alone. An index such as `[3]` is that of the left run;
/// of an element that only the right run has, that of the right one.
///
/// ```swift
/// let ignored = try IgnoredPaths([".items[*].createdAt", "steps.login.token", "..traceId"])
/// ignored.of(step: "list").cover(try ValuePath(parsing: ".items[3].createdAt"))  // true
/// ```
package struct IgnoredPaths: Sendable, Hashable {
  fileprivate enum Part: Sendable, Hashable {
    case exactly(ValuePath.Segment)
    case everyElement, everyMember
  }

  fileprivate struct Pattern: Sendable, Hashable {
    let text: String
    /// Nil is every step.
    let step: String?
    let isAnywhere: Bool
    let parts: [Part]
  }

  private var patterns: [Pattern] = []

  /// None.
  package init() {}

  /// - Throws: for the first that is no path.
  package init(_ texts: [String]) throws(IgnoredPathError) {
    for text in texts where !patterns.contains(where: { $0.text == text }) { patterns.append(try Pattern(text)) }
  }

  /// The default paths: two responses seldom have the same time.
  package static let usual = [".headers.date"]

  /// As they were written.
  package var texts: [String] { patterns.map(\.text) }

  /// Those that are about one step, by its name.
  package func of(step: String) -> IgnoredPaths {
    var copy = self
    copy.patterns.removeAll { $0.step.map { !$0.isIdentical(to: step) } ?? false }
    return copy
  }

  /// Whether a place lies at or in one of them.
  package func cover(_ path: ValuePath) -> Bool {
    patterns.contains { pattern in
      let starts = pattern.isAnywhere ? Array(path.segments.indices) : [0]
      return starts.contains { pattern.covers(path.segments[$0...]) }
    }
  }

  /// A value that stands at this place without all that is ignored in it; nil where all of it is.
  package func removed(from value: JSONValue, at path: ValuePath) -> JSONValue? {
    guard patterns.contains(where: { $0.mayCover(path) }) else { return value }
    guard !cover(path) else { return nil }
    switch value {
    case .object(let members):
      return .object(
        JSONObject(
          members.compactMap { key, value in
            removed(from: value, at: path.appending(.key(key))).map { (key, $0) }
          }))
    case .array(let elements):
      return .array(
        elements.enumerated().compactMap { removed(from: $0.element, at: path.appending(.index($0.offset))) })
    default: return value
    }
  }

  /// How a place is written so that it is ignored in every element of the lists it lies in: `.items[*].id` for `.items[3].id`.
  package static func text(for path: ValuePath) -> String {
    var text = ""
    for segment in path.segments {
      switch segment {
      case .index: text += text.isEmpty ? ".[*]" : "[*]"
      case .key(let name) where ValuePath.isPlainName(name): text += ".\(name)"
      case .key(let name): text += "\(text.isEmpty ? "." : "")[\(JSONValue.string(name))]"
      }
    }
    return text.isEmpty ? "." : text
  }
}

/// That a text is no path to ignore.
package struct IgnoredPathError: ExplainedError, Hashable {
  /// The text that was typed.
  package let text: String

  package var code: String { "comparison.path" }
  package var summary: String { "\(text.isEmpty ? "Nothing" : "“\(text)”") is not a path." }
  package var advice: String? {
    "Such as .result.token, .headers.date, .items[*].createdAt, ..id at any depth, or steps.login.token of one step."
  }
}

extension IgnoredPaths.Pattern {
  fileprivate func covers(_ segments: ArraySlice<ValuePath.Segment>) -> Bool {
    segments.count >= parts.count && agrees(with: segments)
  }

  /// Whether it may cover something at or below a place.
  fileprivate func mayCover(_ path: ValuePath) -> Bool { isAnywhere || agrees(with: path.segments[...]) }

  private func agrees(with segments: ArraySlice<ValuePath.Segment>) -> Bool {
    zip(parts, segments).allSatisfy { part, segment in
      switch (part, segment) {
      case (.everyElement, .index), (.everyMember, .key): true
      case (.exactly(let wanted), _): wanted == segment
      default: false
      }
    }
  }
}

// How they are written.
extension IgnoredPaths.Pattern {
  private static let stepWord = "steps"

  fileprivate init(_ text: String) throws(IgnoredPathError) {
    var pieces = Self.pieces(of: text)
    var step: String?
    if pieces.first?.elementsEqual(Self.stepWord) == true, pieces.count > 1 {
      guard case .key(let name)? = Self.part(pieces[1])?.key else { throw IgnoredPathError(text: text) }
      step = name
      pieces.removeFirst(2)
    } else if !text.hasPrefix(".") {
      throw IgnoredPathError(text: text)
    }
    let isAnywhere = pieces.first == "."
    if isAnywhere { pieces.removeFirst() }
    var parts: [IgnoredPaths.Part] = []
    for piece in pieces {
      guard let part = Self.part(piece) else { throw IgnoredPathError(text: text) }
      parts.append(part)
    }
    // Names of headers are compared in lower case.
    if parts.headersEnd > 0, parts.count > parts.headersEnd, case .exactly(.key(let name)) = parts[parts.headersEnd] {
      parts[parts.headersEnd] = .exactly(.key(name.lowercased()))
    }
    guard !parts.isEmpty || (step != nil && !isAnywhere) else { throw IgnoredPathError(text: text) }
    self.init(text: text, step: step, isAnywhere: isAnywhere, parts: parts)
  }

  /// Of `.name`, `[3]`, `[*]`, `[]`, `.*`, `["a name"]`.
  private static func part(_ piece: Substring) -> IgnoredPaths.Part? {
    let inner = piece.hasPrefix(".[") ? piece.dropFirst() : piece
    switch inner {
    case "[*]", "[]": return .everyElement
    case ".*": return .everyMember
    case _ where inner.hasPrefix("["):
      return (try? ValuePath(parsing: ".\(inner)"))?.segments.first.map(IgnoredPaths.Part.exactly)
    default:
      let name = inner.dropFirst()
      return inner.hasPrefix(".") && !name.isEmpty ? .exactly(.key(String(name))) : nil
    }
  }

  /// The text step by step; what stands in quotes is not cut, and `..` is a piece of its own.
  private static func pieces(of text: String) -> [Substring] {
    var (pieces, rest) = ([Substring](), text[...])
    while !rest.isEmpty {
      var end = rest.index(after: rest.startIndex)
      if rest.hasPrefix(".[") { end = rest.index(after: end) }
      var isQuoted = false
      while end < rest.endIndex, isQuoted || (rest[end] != "." && rest[end] != "[") {
        if rest[end] == "\"" { isQuoted.toggle() }
        end = rest.index(after: end)
      }
      pieces.append(rest[..<end])
      rest = rest[end...]
    }
    return pieces
  }
}

extension IgnoredPaths.Part {
  fileprivate var key: ValuePath.Segment? {
    if case .exactly(let segment) = self { segment } else { nil }
  }
}

extension [IgnoredPaths.Part] {
  /// How many lead to the headers of a response or a request; 0 where they lead elsewhere.
  fileprivate var headersEnd: Int {
    let headers = IgnoredPaths.Part.exactly(.key("headers"))
    if first == headers { return 1 }
    return count > 1 && first == .exactly(.key("request")) && self[1] == headers ? 2 : 0
  }
}
