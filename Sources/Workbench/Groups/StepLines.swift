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
      line(isInput(path) ? "input" : "looked up", "←", origin(path, nil))
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
    line(source.place, "←", text(of: source.origin) + value(of: source.origin))
  }

  private func text(of origin: NodeSource.Origin) -> StyledText {
    switch origin {
    case .step(let path, let place): self.origin(path, place)
    case .places(let path, let places): name(of: path, places)
    case .computed(let name, let parts): list(parts) + [Span(" (\(name))", .muted)]
    case .shared(let key): shared(key)
    case .other(let words): StyledText(words)
    case .made(let paths): StyledText("made from " + paths.map(tree.name).joined(separator: ", "))
    @unknown default: ""
    }
  }

  private func list(_ origins: [NodeSource.Origin]) -> StyledText {
    origins.dropFirst().reduce(origins.first.map(text) ?? "") { $0 + ", " + text(of: $1) }
  }

  /// A step, and what that was made from in its turn: `2 cheapest .id ← 1 items .result[3].id`; where only the steps are
  /// known, `2 cheapest .id ← 1 items (by jq)`.
  private func origin(_ path: NodePath, _ place: ValuePath?) -> StyledText {
    let text = name(of: path, place.map { $0 == .root ? "" : "\($0)" } ?? "")
    guard recording[path]?.kind == .job else { return text }
    if let place, let before = recording.origin(of: place, givenBy: path) {
      return text + [Span(" ← ", .text)] + self.text(of: before)
    }
    let before = recording.origins(of: path)
    let steps = before.isEmpty ? "" : " ← \(before.map(tree.name).joined(separator: ", "))"
    let means = tree.outline(of: path)?.means.map { " (by \($0))" } ?? ""
    return text + [Span(steps, .text), Span(means, .muted)]
  }

  private func name(of path: NodePath, _ place: String) -> StyledText {
    [Span(tree.name(of: path), .accent), Span(place.isEmpty ? "" : " \(place)", .key)]
  }

  /// The value itself, where a step gave it that keeps what it gave.
  private func value(of origin: NodeSource.Origin) -> StyledText {
    guard case .step(let path, let place) = origin, let giver = recording[path], case .value(let whole) = giver.output,
      let value = try? place.resolve(in: whole)
    else { return "" }
    let shown = giver.isSecret ? Secrets.mask : "\(value)".fitted(to: 40)
    return [Span("  \(shown)", .muted)]
  }

  /// A shared key, and the step that wrote it before.
  private func shared(_ key: String) -> StyledText {
    var text: StyledText = [Span("shared \(key)", .key)]
    let writer = recording.nodes.last { node in
      node.path != record.path && node.startedAt <= record.startedAt
        && node.made.sharedWrites.contains { $0.key == key }
    }
    if let writer { text.append(" ← \(tree.name(of: writer.path))", Style(.accent)) }
    return text
  }

  private var reads: [StyledText] {
    let told = Set(made.sources.compactMap(\.origin.sharedKey))
    return made.sharedReads.filter { !told.contains($0.key) }.map { line("reads", "←", shared($0.key)) }
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
