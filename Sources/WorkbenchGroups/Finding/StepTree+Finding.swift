import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices

// What can be found of a step.
extension StepTree {
  func facts(of path: NodePath) -> ShownStep { ShownStep(path: path, tree: self) }

  /// The text in which words are searched, in lower case.
  func text(of path: NodePath) -> String { texts.value(of: path) { searchedText(of: path) } }

  private func searchedText(of path: NodePath) -> String {
    let outline = outline(of: path)
    let words = [run?.records[path]?.name ?? outline?.name, outline?.request, outline?.method, outline?.means]
    return (["\(path)"] + words.compactMap(\.self)).joined(separator: " ").lowercased()
  }

  /// The vocabulary from which the fields of a filter are completed.
  var vocabulary: LogVocabulary {
    LogVocabulary(kinds: ["request", "job", "serial", "concurrent"], statuses: run?.tally.statuses.sorted() ?? [])
  }
}

// Questions to all steps.
extension StepTree {
  /// The node that runs by itself beside others: a step of a concurrent group, or an element of a list; the root if
  /// there is no such node.
  func lane(of path: NodePath) -> NodePath {
    var place = path
    while let parent = place.parent {
      if case .element? = place.parts.last { return place }
      let isConcurrent =
        parent == .root ? run?.summary.isConcurrent == true : outline(of: parent)?.kind == .concurrent
      if isConcurrent { return place }
      place = parent
    }
    return .root
  }

  /// The steps that failed by themselves, in order.
  var failures: [NodePath] { (run?.tally.failed ?? []).filter { !forest.hasInner($0) }.sorted() }

  /// All steps, folded or not, in order.
  var allSteps: [NodePath] { forest.paths }

  /// The steps that the filter accepts, with the nodes that contain them; nil if nothing is filtered.
  var kept: Set<NodePath>? {
    guard finder.isFiltering else { return nil }
    var kept: Set<NodePath> = []
    // The tree is handed on once: it is large.
    var facts = facts(of: .root)
    for path in allSteps {
      facts.path = path
      guard finder.filter.accepts(facts) else { continue }
      kept.insert(path)
      // Behind one that is in already stand others that are.
      for place in path.around { guard kept.insert(place).inserted else { break } }
    }
    return kept
  }
}

/// The facts of a step of the tree that a filter can ask about, each looked up when it is asked for.
struct ShownStep: StepFacts {
  var path: NodePath
  let tree: StepTree

  private var record: NodeRecord? { tree.run?.records[path] }

  var text: String { tree.text(of: path) }
  var state: NodeRecord.State { record?.state ?? .neverRan }
  var kind: NodeRecord.Kind { record?.kind ?? tree.outline(of: path)?.kind ?? .job }
  var status: Int? { record?.status }
  var milliseconds: Int? { record == nil ? nil : tree.timeTaken(by: path).map { Int($0 / .milliseconds(1)) } }

  func has(_ trait: StepFilter.Trait) -> Bool {
    switch trait {
    case .slow: tree.isSlow(path)
    case .changed: !path.isElement && tree.isStale(path)
    default: record.map { StepFilter.Trait.all(of: $0).contains(trait) } ?? false
    }
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
    let order = (0..<all.count).lazy.map { all[(start + $0 * direction + all.count * 2) % all.count] }
    return order.first { path in
      let text = self.text(of: path)
      return words.allSatisfy(text.holds)
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
