internal import ParleyEngine
internal import ParleyText

/// A text of a request with values in it replaced by what earlier steps give.
///
/// The text around them is that of the request's file, with its templates. Only if the file says nothing is it what was
/// sent, and never a secret.
struct LinkedText {
  struct Replacement {
    /// In the text as it was sent, as UTF-8 offsets.
    let range: Range<Int>
    let template: String
  }

  private struct Segment {
    /// In the text as it was sent.
    var range: Range<Int>
    /// As the file says it.
    var written: String
    var isTemplate: Bool
  }

  private let sent: [UInt8]
  private let segments: [Segment]

  /// - Parameters:
  ///   - sent: as it went out, decoded.
  ///   - written: as the file says it; nil where it says nothing.
  init(sent: String, written: String?) {
    self.sent = Array(sent.utf8)
    let whole = Segment(range: 0..<sent.utf8.count, written: "", isTemplate: true)
    segments = written.flatMap { Self.aligned(TemplateText($0), with: Array(sent.utf8)) } ?? [whole]
  }

  /// Whether a text with templates can have become this one.
  static func isSaid(_ sent: String, by written: String) -> Bool {
    let text = TemplateText(written)
    // Two templates side by side tell nothing.
    let isTold = !zip(text.segments, text.segments.dropFirst()).contains { $0.isTemplate && $1.isTemplate }
    return !isTold || aligned(text, with: Array(sent.utf8)) != nil
  }

  /// The text as segments, with what each template was filled with; nil if that cannot be determined.
  private static func aligned(_ text: TemplateText, with sent: [UInt8]) -> [Segment]? {
    guard text.mistakes.isEmpty else { return nil }
    var (segments, position, open) = ([Segment](), 0, false)
    for segment in text.segments {
      switch segment {
      case .template(let template):
        guard !open else { return nil }
        segments.append(Segment(range: position..<position, written: "{{\(template.text)}}", isTemplate: true))
        open = true
      case .literal(let literal):
        let literal = Array(literal.utf8)
        guard let start = start(of: literal, in: sent, from: position, isFixed: !open) else { return nil }
        if open { segments[segments.count - 1].range = position..<start }
        let written = String(decoding: literal, as: UTF8.self)
        segments.append(Segment(range: start..<start + literal.count, written: written, isTemplate: false))
        (position, open) = (start + literal.count, false)
      }
    }
    if open { segments[segments.count - 1].range = position..<sent.count } else if position != sent.count { return nil }
    return segments
  }

  private static func start(of literal: [UInt8], in sent: [UInt8], from position: Int, isFixed: Bool) -> Int? {
    guard sent.count - position >= literal.count else { return nil }
    if isFixed { return sent[position...].starts(with: literal) ? position : nil }
    return (position...sent.count - literal.count).first { sent[$0...].starts(with: literal) }
  }

  /// The one template that all of a range was made from.
  func template(at range: Range<Int>) -> Template? {
    guard let segment = segments.first(where: { $0.isTemplate && $0.range.contains(range) }) else { return nil }
    return TemplateText(segment.written).templates.first
  }

  /// The text as a file can say it.
  /// - Parameter isHarmless: whether something that was sent may be written into a file.
  /// - Returns: nil where a secret would be written.
  package func replacing(_ replacements: [Replacement], isHarmless: (String) -> Bool) -> String? {
    var result = ""
    for segment in merged(replacements) {
      let inside = replacements.filter { $0.range.overlaps(segment.range) }
        .sorted { $0.range.lowerBound < $1.range.lowerBound }
      guard !inside.isEmpty else {
        result += segment.written
        continue
      }
      var position = segment.range.lowerBound
      for (index, end) in (inside.map(\.range.lowerBound) + [segment.range.upperBound]).enumerated() {
        let kept = String(decoding: sent[position..<max(position, end)], as: UTF8.self)
        guard !segment.isTemplate || isHarmless(kept) else { return nil }
        result += TemplateEscape.escaped(kept)
        guard index < inside.count else { break }
        result += inside[index].template
        position = inside[index].range.upperBound
      }
    }
    return result
  }

  /// Segments that a value goes across are one.
  private func merged(_ replacements: [Replacement]) -> [Segment] {
    segments.reduce(into: []) { merged, segment in
      guard let last = merged.last,
        replacements.contains(where: { $0.range.overlaps(last.range) && $0.range.overlaps(segment.range) })
      else { return merged.append(segment) }
      merged[merged.count - 1] = Segment(
        range: last.range.lowerBound..<segment.range.upperBound, written: last.written + segment.written,
        isTemplate: last.isTemplate || segment.isTemplate)
    }
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

extension TemplateText.Segment {
  fileprivate var isTemplate: Bool {
    if case .template = self { true } else { false }
  }
}
