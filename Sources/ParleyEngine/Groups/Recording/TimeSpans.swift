/// Spans of time, in order and without overlap.
package struct TimeSpans: Sendable, Hashable {
  /// In the order of time.
  package private(set) var spans: [Range<Timestamp>] = []

  /// Those of these that have a length, merged where they overlap.
  package init(_ all: some Sequence<Range<Timestamp>>) {
    for span in all.sorted(by: { $0.lowerBound < $1.lowerBound }) where !span.isEmpty {
      if let last = spans.last, span.lowerBound <= last.upperBound {
        spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        spans.append(span)
      }
    }
  }

  /// All of them together.
  package var length: Duration { spans.reduce(.zero) { $0 + $1.lowerBound.duration(to: $1.upperBound) } }

  /// The parts of them that lie in a span.
  package func clipped(to span: Range<Timestamp>) -> TimeSpans {
    TimeSpans(spans.map { $0.clamped(to: span) })
  }

  /// The parts of them that lie in none of the others.
  package func subtracting(_ others: TimeSpans) -> TimeSpans {
    var left: [Range<Timestamp>] = []
    var place = 0
    for span in spans {
      var start = span.lowerBound
      while place < others.spans.count, others.spans[place].upperBound <= start { place += 1 }
      var next = place
      while next < others.spans.count, others.spans[next].lowerBound < span.upperBound {
        if start < others.spans[next].lowerBound { left.append(start..<others.spans[next].lowerBound) }
        start = max(start, others.spans[next].upperBound)
        next += 1
      }
      if start < span.upperBound { left.append(start..<span.upperBound) }
    }
    return TimeSpans(left)
  }
}
