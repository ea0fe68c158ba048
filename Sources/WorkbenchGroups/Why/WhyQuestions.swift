import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchState

/// The questions of a key: about the thing under the cursor, and what else can be asked of the step.
struct WhyQuestions {
  private let steps: StepTree
  private let step: StepPane

  init(of viewer: StepViewer) { (steps, step) = (viewer.steps, viewer.step) }

  /// All questions about the step under the cursor, the one about the thing under the cursor first.
  /// - Parameter isOnPart: whether the cursor is in a part of the step, and not in the tree.
  func all(isOnPart: Bool) -> [WhyQuestion] {
    guard let path = steps.selected?.path else { return [] }
    let all = [isOnPart ? questionOfPart(path) : nil].compactMap(\.self) + questions(ofStep: path)
    return all.reduce(into: []) { questions, question in if !questions.contains(question) { questions.append(question) }
    }
  }

  func questions(ofStep path: NodePath) -> [WhyQuestion] {
    guard let record = steps.run?.records[path] else { return [WhyQuestion(path)] }
    var subjects: [WhyQuestion.Subject] = []
    if steps.selectedAttempt != nil { subjects.append(.sends) }
    if record.state == .succeeded, steps.usualTime(of: path) != nil, steps.isSlow(path) { subjects.append(.time) }
    subjects.append(.outcome)
    if record.status != nil { subjects.append(.status) }
    if record.made.rows?.dropped ?? 0 > 0 { subjects.append(.row(nil)) }
    if record.attemptRows.count > 1 { subjects.append(.sends) }
    if record.state.isFinal, record.timeTaken > .zero { subjects.append(.time) }
    let keys = (record.made.sharedReads + record.made.sharedWrites).map(\.key)
    subjects += keys.map(WhyQuestion.Subject.shared)
    return subjects.map { WhyQuestion(path, $0) }
  }

  /// About the value, the header or the row under the cursor.
  private func questionOfPart(_ path: NodePath) -> WhyQuestion? {
    guard step.subject?.path == path, let record = step.subject?.record else { return nil }
    if step.showsBody {
      guard let value = step.browser.pane.path.flatMap({ try? ValuePath(parsing: $0) }) else { return nil }
      guard record.state == .succeeded || value != .root else { return nil }
      return step.tab.subject(at: value).map { WhyQuestion(path, $0) }
    }
    let line = step.lines.cursor.selected
    guard step.lines.lines.indices.contains(line) else { return nil }
    return subject(ofLine: step.lines.lines[line].plain, at: line, record).map { WhyQuestion(path, $0) }
  }

  private func subject(ofLine text: String, at line: Int, _ record: NodeRecord) -> WhyQuestion.Subject? {
    switch step.tab {
    case .headers: return line == 0 ? .status : text.headerName.map(WhyQuestion.Subject.header)
    case .request:
      if line == 0 { return .request("url") }
      let isHead = !step.lines.lines[..<line].contains(where: \.isEmpty)
      return isHead ? text.headerName.map { .request("header \($0)") } : .request("body")
    case .rows: return record.made.rows.flatMap { $0.row(shownAs: text) }.map(WhyQuestion.Subject.row)
    case .attempts: return record.attemptRows.count > 1 ? .sends : .time
    case .whereFrom:
      let place = text.prefix { $0 != "←" }.trimmed
      return record.sources.first { $0.place == place }.map { .request($0.place) }
    default: return nil
    }
  }
}

extension StepTab {
  fileprivate func subject(at path: ValuePath) -> WhyQuestion.Subject? {
    switch value {
    case .output: .output(path)
    case .input: .input(path)
    case .response: .response(path)
    case .request: .request("body")
    case nil: nil
    }
  }

  init(_ part: WhyLink.Part) {
    switch part {
    case .definition: self = .definition
    case .input: self = .input
    case .request: self = .request
    case .response: self = .response
    case .output: self = .output
    case .attempts: self = .attempts
    case .headers: self = .headers
    case .rows: self = .rows
    @unknown default: self = .output
    }
  }
}

extension RowAccount {
  /// The row that a line of *Rows* shows.
  fileprivate func row(shownAs text: String) -> Int? {
    fates.indices.first { row in
      let place = place(of: row)
      return text.hasPrefix("✓ \(place) ") || text.hasPrefix("✗ \(place) ")
    }
  }
}

extension String {
  /// In front of the colon.
  fileprivate var headerName: String? {
    guard let colon = firstIndex(of: ":"), colon > startIndex else { return nil }
    return String(self[..<colon])
  }
}
