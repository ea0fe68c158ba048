package import JQ
package import ParleyEngine

extension CheckedPart {
  /// A part of a filter.
  /// - Parameters:
  ///   - secrets: those that are looked for in its value.
  ///   - origin: the source of its value in the terms of a run; nil where only its path in the input is known.
  package init(_ part: JQPart, hiding secrets: Secrets, origin: ((JQTrace.Source) -> Provenance?)? = nil) {
    self.init(
      Self.shortened(part.text), part.outcome.words(hiding: secrets), path: part.source.flatMap(\.path),
      depth: part.depth)
    self.origin = part.source.flatMap { origin?($0) }
  }

  /// On one line.
  private static func shortened(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > longest ? words.prefix(longest) + "…" : words
  }

  private static let longest = 120
}

extension JQPart.Outcome {
  fileprivate func words(hiding secrets: Secrets) -> String {
    switch self {
    case .value(let value): "= \(value.shortText(Self.longest, hiding: secrets))"
    case .nothing: "gave nothing"
    case .several(let count): "gave \(count) values"
    case .failed(let message): "failed: \(secrets.maskingForeign(message))"
    case .untrue(let count, let total): "is untrue for \(count) of \(total)"
    }
  }

  private static let longest = 100
}

extension JQTrace.Source {
  /// The path of a value in the input, if it was copied from there.
  fileprivate var path: String? {
    if case .copied(let path) = self, path.variable == nil { path.description } else { nil }
  }
}

extension WhyFinding {
  /// - Parameters:
  ///   - place: the filter's line in its file.
  ///   - secrets: those that are looked for in values.
  ///   - origin: the source of a value in the terms of the run.
  init(
    _ finding: JQFinding, at place: String?, hiding secrets: Secrets,
    origin: @escaping (JQTrace.Source) -> Provenance?
  ) {
    func parts(_ parts: [JQPart]) -> [CheckedPart] {
      parts.map { CheckedPart($0, hiding: secrets, origin: origin) }
    }
    switch finding {
    case .dropped(let dropped):
      self.init(
        "`select(\(dropped.condition))` dropped \(dropped.total - dropped.kept) of \(dropped.total)",
        evidence: [dropped.first.map { "at \($0)" }, place].compactMap(\.self).joined(separator: "  "), place: place,
        parts: parts(dropped.parts), dropped: dropped.places.compactMap { origin(.copied($0)) })
    case .fallback(let text, let part):
      self.init("the default `\(text)` is used", evidence: place, place: place, parts: parts([part]))
    case .branch(let condition, let isTrue, let why):
      self.init("`if \(condition)` is \(isTrue)", evidence: place, place: place, parts: parts(why))
    case .ofNothing(let function):
      self.init("`\(function)` of an empty list", evidence: place, place: place)
    }
  }
}
