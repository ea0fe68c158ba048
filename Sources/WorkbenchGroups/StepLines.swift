import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices

/// A recording's account of a single step: the origin of its values, the steps that use its output, and its attempts.
struct StepLines {
  @CopyOnWrite private(set) var tree: StepTree
  @CopyOnWrite private(set) var recording: RunRecording
  @CopyOnWrite private(set) var record: NodeRecord
  /// The values that the step was made from; for a step that waits, as far as it is made.
  @CopyOnWrite private(set) var made: NodeTrace.Notes
  private let sources: [NodeSource]
  /// Values that stand in responses, as far as they have been read.
  private let values: [GivenPlace: String]
  /// Names of members that steps of the run made of secrets.
  private let names: Secrets
  /// The steps that took something from it, where they are known already.
  private let taken: [NodePath]?

  /// - Returns: nil when the step has not run.
  init?(_ path: NodePath, in tree: StepTree, values: [GivenPlace: String] = [:]) {
    guard let run = tree.run, var record = run.records[path] else { return nil }
    let stop = run.stops.first { $0.node.path == path }
    var made = stop?.node.input.trace.soFar ?? record.made
    // Not in the recording yet: it goes with the step when that goes on.
    if let stop, let edited = run.edited[path] { made.edits.append(edited.edit(at: stop, listWas: nil)) }
    record.made = made
    (self.made, sources) = (made, record.sources)
    (self.tree, self.record, self.values) = (tree, record, values)
    let whole = tree.recording ?? RunRecording(run.summary, nodes: [record])
    // A step that does not wait is in it as it is.
    recording = stop == nil ? whole : whole.replacing(record)
    var names = tree.links.recording == nil ? Secrets(namesIn: whole) : tree.links.secretNames
    if stop != nil { names.formUnion(made.secretNames) }
    self.names = names
    taken = tree.links.uses(of: path, in: run)
  }

  func lines(_ tab: StepTab) -> [StepLine] {
    switch tab {
    case .attempts: attempts
    case .rows: rows
    case .whereFrom: whereFrom
    case .definition, .input, .request, .response, .headers, .output, .watch, .shared: []
    }
  }
}

// Where from, both ways.
extension StepLines {
  private var whereFrom: [StepLine] {
    let lines = unique(sources.flatMap(self.lines))
    let named = Set(sources.flatMap { $0.origin.places.map(\.step) })
    let others = origins.filter { isInput($0) || !named.contains($0) }.map { path in
      line(
        isInput(path) ? "input" : "looked up", "←", text(of: recording.pieces(of: path, nil, in: record)),
        .place(path, .output))
    }
    return element + others + lines + reads + writes + uses
  }

  private var origins: [NodePath] {
    let known = recording.origins(of: record.path)
    return known + made.steps.filter { !known.contains($0) }
  }

  private func isInput(_ path: NodePath) -> Bool { record.input == .result(of: path) }

  /// The element, which comes from the list that its step was made for. Its exact origin is one of its sources.
  private var element: [StepLine] {
    let isSaid = sources.contains { $0.elementPath != nil } || made.edits.contains { $0.part == .input }
    guard !isSaid, case .element(let index)? = record.path.parts.last, let list = record.path.parent else { return [] }
    let origins = recording.origins(of: list)
    let from = origins.map { [Span(tree.name(of: $0), .accent)] as StyledText }
    let text: StyledText = from.isEmpty ? [Span("the list of \(tree.name(of: list))")] : from.joined(by: ", ")
    return [line("element \(index)", "←", text, .place(origins.first ?? list, origins.isEmpty ? .input : .output))]
  }

  /// Of what was computed, each value it was computed from too.
  private func lines(of source: NodeSource) -> [StepLine] {
    let whole = line(label(of: source), "←", text(of: source.origin) + value(of: source), target(of: source.origin))
    guard case .computed(_, let origins) = source.origin, origins.count > 1 else { return [whole] }
    return [whole]
      + origins.prefix(Self.mostOrigins).compactMap { origin in
        guard case .step(let step, let path) = origin else { return nil }
        let text = text(of: recording.pieces(of: step, path, in: record)) + value(at: path, in: step)
        return line("", "·", text, target(of: origin))
      }
  }

  private static let mostOrigins = 8

  /// `element 1.id`
  private func label(of source: NodeSource) -> String {
    let place = names.maskingForeign(source.place)
    guard source.elementPath != nil, case .element(let index)? = record.path.parts.last else { return place }
    return "element \(index)\(place.dropFirst(NodeSource.element().count))"
  }

  /// The target of Enter.
  private func target(of origin: Provenance) -> StepLine.Target? {
    if case .shared(let key) = origin {
      return recording.writer(of: key, before: record).map { .place($0, .whereFrom) }
    }
    guard let place = origin.places.first else { return nil }
    let exact = place.path.map { recording.exactPlace(of: $0, in: place.step) }
    return .place(exact?.node ?? place.step, .output, exact?.path)
  }

  private func text(of origin: Provenance) -> StyledText { text(of: recording.pieces(of: origin, in: record)) }

  private func text(of pieces: [RunRecording.SourcePiece]) -> StyledText {
    StyledText(pieces.map(span))
  }

  private func span(of piece: RunRecording.SourcePiece) -> Span {
    switch piece {
    case .step(let path): Span(tree.name(of: path), .accent)
    case .path(let path): Span(" \(names.maskingForeign("\(path)"))", .key)
    case .shared(let key): Span("shared \(key)", .key)
    case .text(let words): Span(words, .text)
    case .function(let name): Span(" (\(name))", .muted)
    case .means(let path): Span(tree.outline(of: path)?.means.map { " (by \($0))" } ?? "", .muted)
    }
  }

  /// The value itself. Outputs of jobs are in the recording; the others are read from the responses.
  private func value(of source: NodeSource) -> StyledText {
    if let value = source.value { return Self.shown(value) }
    if let path = source.outputPath {
      return values[GivenPlace(node: record.path, path: path)].map(Self.shown) ?? value(at: path, givenBy: record)
    }
    if let path = source.elementPath, case .value(let element) = record.input,
      let value = try? path.resolve(in: element)
    {
      return shown(value, record.secretInput.part(at: path))
    }
    guard case .step(let step, let path) = source.origin else { return "" }
    return value(at: path, in: step)
  }

  private func value(at path: ValuePath, in step: NodePath) -> StyledText {
    let place = recording.exactPlace(of: path, in: step)
    if let value = values[GivenPlace(node: place.node, path: place.path)] { return Self.shown(value) }
    return recording[place.node].map { value(at: place.path, givenBy: $0) } ?? ""
  }

  private func value(at path: ValuePath, givenBy record: NodeRecord) -> StyledText {
    guard case .value(let output) = record.output, let value = try? path.resolve(in: output) else { return "" }
    return shown(value, record.secretOutput.part(at: path))
  }

  private func shown(_ value: JSONValue, _ parts: SecretParts) -> StyledText {
    Self.shown(names.maskingForeign("\(parts.masked(value))"))
  }

  private static func shown(_ value: String) -> StyledText { [Span("  \(value.fitted(to: 40))", .muted)] }

  private var reads: [StepLine] {
    let told = Set(sources.compactMap(\.origin.sharedKey))
    return made.sharedReads.filter { !told.contains($0.key) }.map { use in
      line("reads", "←", text(of: .shared(use.key)), target(of: .shared(use.key)))
    }
  }

  private var writes: [StepLine] {
    made.sharedWrites.map { use in
      let value = use.isSecret ? Secrets.mask : use.value.map(SharedPreview.text) ?? "removed"
      return line("writes", "→", [Span("shared \(use.key)", .key), Span("  \(value.fitted(to: 60))", .muted)])
    }
  }

  /// The other way round: each step that took something, and where it stands there.
  private var uses: [StepLine] {
    (taken ?? recording.uses(of: record.path)).prefix(Self.mostUses).map { user in
      let places = recording.places(in: user, takenFrom: record.path).joined(separator: ", ")
      let text: StyledText = [Span(tree.name(of: user), .accent), Span(places.isEmpty ? "" : "  \(places)", .key)]
      return line("used by", "→", text, .place(user, .whereFrom))
    }
  }

  private static let mostUses = 200

  private func line(
    _ name: String, _ arrow: String, _ rest: StyledText, _ target: StepLine.Target? = nil
  ) -> StepLine {
    let blanks = String(repeating: " ", count: max(1, nameColumns - CellWidth.columns(of: name)))
    return StepLine([Span(name + blanks, .text), Span("\(arrow) ", .muted)] + rest, target)
  }

  private var nameColumns: Int {
    min(28, sources.reduce(9) { max($0, CellWidth.columns(of: label(of: $1))) } + 2)
  }

  private func unique(_ lines: [StepLine]) -> [StepLine] {
    var seen: Set<StepLine> = []
    return lines.filter { seen.insert($0).inserted }
  }
}

extension Provenance {
  fileprivate var sharedKey: String? {
    if case .shared(let key) = self { key } else { nil }
  }
}

extension [StyledText] {
  fileprivate func joined(by separator: String) -> StyledText {
    dropFirst().reduce(first ?? "") { $0 + [Span(separator)] + $1 }
  }
}
