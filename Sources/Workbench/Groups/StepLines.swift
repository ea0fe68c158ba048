import ParleyEngine
import ParleyText
import TerminalKit

/// What a recording says of a step by itself: where its values come from, who uses what it gave, how often it was tried.
struct StepLines {
  private let tree: StepTree
  private let recording: RunRecording
  private let record: NodeRecord
  /// What the step was made from; of one that waits, as far as it is made.
  private let made: NodeTrace.Notes

  /// - Returns: nil when the step has not run.
  init?(_ path: NodePath, in tree: StepTree) {
    guard let run = tree.run, var record = run.records[path] else { return nil }
    let trace = run.stops.first { $0.node.path == path }?.node.input.trace
    made = trace?.soFar ?? record.made
    record.made = made
    (self.tree, self.record, recording) = (tree, record, run.recording(with: record))
  }

  func lines(_ tab: StepTab) -> [StyledText] {
    tab == .attempts ? attempts : whereFrom
  }
}

// Where from, both ways.
extension StepLines {
  private var whereFrom: [StyledText] {
    let sources = unique(made.sources.map { line(of: $0) })
    let named = Set(made.sources.compactMap(\.origin.step))
    let others = origins.filter { isInput($0) || !named.contains($0) }.map { path in
      line(isInput(path) ? "input" : "looked up", "←", text(of: recording.pieces(of: path, nil, in: record)))
    }
    let uses = recording.uses(of: record.path)
    let used = uses.isEmpty ? [] : [line("used by", "→", StyledText(uses.map(tree.name).joined(separator: ", ")))]
    return others + sources + reads + writes + used
  }

  private var origins: [NodePath] {
    let known = recording.origins(of: record.path)
    return known + made.steps.filter { !known.contains($0) }
  }

  private func isInput(_ path: NodePath) -> Bool { record.input == .result(of: path) }

  private func line(of source: NodeSource) -> StyledText {
    line(source.place, "←", text(of: source.origin) + value(of: source))
  }

  private func text(of origin: NodeSource.Origin) -> StyledText { text(of: recording.pieces(of: origin, in: record)) }

  private func text(of pieces: [RunRecording.SourcePiece]) -> StyledText {
    StyledText(pieces.map(span))
  }

  private func span(of piece: RunRecording.SourcePiece) -> Span {
    switch piece {
    case .step(let path): Span(tree.name(of: path), .accent)
    case .path(let path): Span(" \(path)", .key)
    case .shared(let key): Span("shared \(key)", .key)
    case .text(let words): Span(words, .text)
    case .function(let name): Span(" (\(name))", .muted)
    case .means(let path): Span(tree.outline(of: path)?.means.map { " (by \($0))" } ?? "", .muted)
    }
  }

  /// The value itself, where it is known without the response: what jobs give is in the recording.
  private func value(of source: NodeSource) -> StyledText {
    if let path = source.outputPath { return value(at: path, givenBy: record) }
    guard case .step(let step, let path) = source.origin, let giver = recording[step] else { return "" }
    return value(at: path, givenBy: giver)
  }

  private func value(at path: ValuePath, givenBy record: NodeRecord) -> StyledText {
    guard case .value(let output) = record.output, let value = try? path.resolve(in: output) else { return "" }
    return [Span("  \(record.isSecret ? Secrets.mask : "\(value)".fitted(to: 40))", .muted)]
  }

  private var reads: [StyledText] {
    let told = Set(made.sources.compactMap(\.origin.sharedKey))
    return made.sharedReads.filter { !told.contains($0.key) }.map { line("reads", "←", text(of: .shared($0.key))) }
  }

  private var writes: [StyledText] {
    made.sharedWrites.map { use in
      let value = use.isSecret ? Secrets.mask : use.value.map(SharedPreview.text) ?? "removed"
      return line("writes", "→", [Span("shared \(use.key)", .key), Span("  \(value.fitted(to: 60))", .muted)])
    }
  }

  private func line(_ name: String, _ arrow: String, _ rest: StyledText) -> StyledText {
    let blanks = String(repeating: " ", count: max(1, nameColumns - CellWidth.columns(of: name)))
    return [Span(name + blanks, .text), Span("\(arrow) ", .muted)] + rest
  }

  private var nameColumns: Int {
    min(28, made.sources.reduce(9) { max($0, CellWidth.columns(of: $1.place)) } + 2)
  }

  private func unique(_ lines: [StyledText]) -> [StyledText] {
    var seen: Set<StyledText> = []
    return lines.filter { seen.insert($0).inserted }
  }
}

extension NodeSource.Origin {
  fileprivate var step: NodePath? {
    if case .step(let path, _) = self { path } else { nil }
  }

  fileprivate var sharedKey: String? {
    if case .shared(let key) = self { key } else { nil }
  }
}

// Attempts.
extension StepLines {
  private var attempts: [StyledText] {
    record.attempts.enumerated().map { index, attempt in line(of: attempt, number: index + 1) }
  }

  private func line(of attempt: NodeRecord.Attempt, number: Int) -> StyledText {
    let time = attempt.endedAt.map { attempt.startedAt.duration(to: $0).short } ?? "in flight"
    var line: StyledText = [
      Span("\(number)".leftPadded(to: 3) + "  ", .muted), Span(attempt.startedAt.localClock + "  ", .muted),
    ]
    if let status = attempt.status {
      line.append("\(status)", StatusStyle.style(status, isMissed: attempt.state == .failed))
    } else {
      line.append(attempt.state.rawValue, Style(attempt.state.role))
    }
    line.append("  \(time.leftPadded(to: 8))")
    let transfer = made.sharedTransfers.first { $0.exchange == attempt.exchange }
    if let transfer { line.append("  \(transfer.summary)", .muted) }
    if attempt.state == .skipped, let error = record.error {
      line.append("  \(error.summary)", .muted)
    } else if let code = attempt.errorCode {
      line.append("  \(code)", Style(.failure))
    }
    return line
  }
}
