import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit

// What can be found of a step.
extension StepTree {
  func facts(of path: NodePath) -> StepFacts {
    let record = run?.records[path]
    let outline = outline(of: path)
    let taken = record == nil ? nil : timeTaken(by: path)
    return StepFacts(
      text: text(of: path), state: record?.state ?? .neverRan, kind: record?.kind ?? outline?.kind ?? .job,
      status: record?.status, milliseconds: taken.map { Int($0 / .milliseconds(1)) }, traits: traits(of: path, record))
  }

  /// The text in which words are searched.
  func text(of path: NodePath) -> String {
    let outline = outline(of: path)
    let words = [run?.records[path]?.name ?? outline?.name, outline?.request, outline?.method, outline?.means]
    return (["\(path)"] + words.compactMap(\.self)).joined(separator: " ").lowercased()
  }

  private func traits(of path: NodePath, _ record: NodeRecord?) -> Set<StepFilter.Trait> {
    var traits: Set<StepFilter.Trait> = []
    if isSlow(path) { traits.insert(.slow) }
    if !path.isElement, isStale(path) { traits.insert(.changed) }
    return record.map { traits.union(StepFilter.Trait.all(of: $0)) } ?? traits
  }

  /// The vocabulary from which the fields of a filter are completed.
  var vocabulary: LogVocabulary {
    let statuses = Set((run?.records.values.lazy.compactMap(\.status)).map(Array.init) ?? [])
    return LogVocabulary(kinds: ["request", "job", "serial", "concurrent"], statuses: statuses.sorted())
  }
}

// Getting there.
extension StepTree {
  /// The next step that failed by itself, round at the ends; of those in folded steps too.
  func failure(_ direction: Int) -> NodePath? {
    let failures = failures
    guard let here = selected?.path else { return failures.first }
    if direction > 0 { return failures.first { here < $0 } ?? failures.first }
    return failures.last { $0 < here } ?? failures.last
  }

  /// The next step that holds the text, from a line on, round at the ends.
  func match(_ text: String, from line: Int, _ direction: Int) -> NodePath? {
    let words = FilterWords.split(text.lowercased())
    guard !words.isEmpty, !rows.isEmpty else { return nil }
    let all = finder.isFiltering ? rows.map(\.path) : allSteps
    let here = rows.indices.contains(line) ? rows[line].path : nil
    let start = here.flatMap { all.firstIndex(of: $0) } ?? 0
    let order = (0..<all.count).map { all[(start + $0 * direction + all.count * 2) % all.count] }
    return order.first { path in
      let text = self.text(of: path)
      return words.allSatisfy(text.contains)
    }
  }

  /// Goes to the first match from where the search began.
  mutating func find() {
    let path = match(finder.textInput.text, from: finder.start, 1)
    finder.isMissed = path == nil && !finder.textInput.isEmpty
    guard let path else { return cursor.select(finder.start) }
    select(path)
  }

  /// Goes on to another match.
  mutating func findNext(_ direction: Int) {
    if let path = match(finder.textInput.text, from: cursor.selected + direction, direction) { select(path) }
  }
}
