/// A piece of the time of a step: an attempt or a hop, the wait for the next one, or a wait for a person.
package struct TimePiece: Sendable, Hashable {
  /// The kind of a piece.
  package enum Kind: Sendable, Hashable {
    /// Something was in flight. The phases are those that are known of it.
    case send(NodeRecord.State, AttemptPhases?)
    /// It waited for its next attempt.
    case retryWait
    /// It waited for a person.
    case pause
  }

  /// The kind of the piece.
  package let kind: Kind
  /// From its begin to its end.
  package let span: Range<Timestamp>
}

extension NodeRecord {
  /// The pieces of its time, in the order of time; what is in flight lasts until a moment.
  package func timePieces(until moment: Timestamp) -> [TimePiece] {
    var pieces: [TimePiece] = []
    for row in attemptRows {
      let end = row.span?.upperBound ?? (state.isFinal ? row.startedAt : moment)
      let span = row.startedAt..<max(row.startedAt, end)
      if let last = pieces.last, last.span.upperBound < span.lowerBound {
        pieces.append(TimePiece(kind: .retryWait, span: last.span.upperBound..<span.lowerBound))
      }
      pieces.append(TimePiece(kind: .send(row.span == nil ? state : row.state, row.phases), span: span))
    }
    guard !made.pauses.isEmpty else { return pieces }
    let waits = TimeSpans(made.pauses)
    let rest = pieces.flatMap { piece in
      guard piece.kind == .retryWait else { return [piece] }
      return TimeSpans([piece.span]).subtracting(waits).spans.map { TimePiece(kind: .retryWait, span: $0) }
    }
    let pauses = waits.spans.map { TimePiece(kind: .pause, span: $0) }
    return (rest + pauses).sorted {
      ($0.span.lowerBound, $0.span.upperBound) < ($1.span.lowerBound, $1.span.upperBound)
    }
  }
}
