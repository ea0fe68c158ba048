import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchState

// Attempts, each with its phases; of a list, the elements that took longest.
extension StepLines {
  var attempts: [StepLine] {
    if let list = tree.run?.lists[record.path] { return slowest(of: list) }
    return record.attemptRows.map { StepLine(text(of: $0), $0.exchange.map(StepLine.Target.exchange)) } + countdown
  }

  private func text(of attempt: AttemptRow) -> StyledText {
    let time = attempt.span == nil ? "in flight" : attempt.time
    let number = "\(attempt.attempt)" + (attempt.hop.map { ".\($0)" } ?? "")
    var line: StyledText = [
      Span(number.leftPadded(to: 3) + "  ", .muted), Span(attempt.startedAt.localClock + "  ", .muted),
    ]
    if let status = attempt.status {
      line.append("\(status)", StatusStyle.style(status, isMissed: attempt.state == .failed))
    } else {
      line.append(attempt.state.rawValue, Style(attempt.state.role))
    }
    line.append("  \(time.leftPadded(to: 8))")
    for (phase, span) in attempt.phases?.spans ?? [] {
      line.append("  \(phase.shade) \(phase.word) \((span.upperBound - span.lowerBound).short)", .muted)
    }
    return line + remark(on: attempt)
  }

  private func remark(on attempt: AttemptRow) -> StyledText {
    var line: StyledText = attempt.send == nil || attempt.remark.isEmpty ? "" : [Span("  \(attempt.remark)", .muted)]
    let transfer = made.sharedTransfers.first { $0.exchange == attempt.exchange }
    if let transfer { line.append("  \(transfer.summary)", .muted) }
    if attempt.state == .skipped, let error = record.error {
      line.append("  \(error.summary)", .muted)
    } else if attempt.send == nil, let failure = attempt.failure {
      line.append("  \(failure)", Style(.failure))
    }
    return line
  }

  /// To the next one.
  private var countdown: [StepLine] {
    guard let next = record.nextAttemptAt, tree.run?.isUnderWay == true else { return [] }
    let number = "\(record.attemptCount + 1)".leftPadded(to: 3)
    return [
      StepLine([Span("\(number)  ", .muted), Span("↻ in \(max(.zero, tree.moment.duration(to: next)).short)", .info)])
    ]
  }

  private func slowest(of list: ListProgress) -> [StepLine] {
    let elements = recording.children(of: record.path).filter { $0.timeTaken > .zero }
    let slowest = elements.sorted { ($1.timeTaken, $0.path) < ($0.timeTaken, $1.path) }.prefix(Self.mostElements)
    guard !slowest.isEmpty else { return [] }
    return [StepLine(StyledText("\(list.count) elements, \(list.failed) failed. The slowest:", .muted))]
      + slowest.map { element in
        let state = Span(element.status.map(String.init) ?? element.state.rawValue, Style(element.state.role))
        return StepLine(
          [Span(tree.name(of: element.path), .accent), Span("  "), state, Span("  \(element.timeTaken.short)")],
          .place(element.path, .response))
      }
  }

  private static let mostElements = 20
}
