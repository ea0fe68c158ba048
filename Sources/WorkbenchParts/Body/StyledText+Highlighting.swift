package import TerminalKit

extension StyledText {
  /// Marks every place where a term stands, across spans. Lower-case letters find large ones too.
  package func highlighting(_ term: String) -> StyledText {
    guard !term.isEmpty else { return self }
    let ignoresCase = term == term.lowercased()
    let plain = ignoresCase ? self.plain.lowercased() : self.plain
    let ranges = plain.ranges(of: term)
    // A letter whose small form has another length would move all places behind it.
    guard !ranges.isEmpty, plain.count == self.plain.count else { return self }
    let places = ranges.map {
      plain.distance(
        from: plain.startIndex, to: $0.lowerBound)..<plain.distance(from: plain.startIndex, to: $0.upperBound)
    }
    return marking(places)
  }

  private func marking(_ places: [Range<Int>]) -> StyledText {
    var result = StyledText()
    var start = 0
    for span in spans {
      let end = start + span.text.count
      let cuts = places.filter { $0.overlaps(start..<end) }
      var rest = start
      for cut in cuts {
        let marked = cut.clamped(to: start..<end)
        result.append(span.slice(rest - start, marked.lowerBound - start), span.style)
        result.append(span.slice(marked.lowerBound - start, marked.upperBound - start), Style(.match, on: .match))
        rest = marked.upperBound
      }
      result.append(span.slice(rest - start, end - start), span.style)
      start = end
    }
    return result
  }
}

extension Span {
  fileprivate func slice(_ start: Int, _ end: Int) -> String {
    guard start < end else { return "" }
    return String(text.dropFirst(start).prefix(end - start))
  }
}
