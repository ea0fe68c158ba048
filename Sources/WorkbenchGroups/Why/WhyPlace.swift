import ParleyEngine
import TerminalKit
import WorkbenchParts

/// A chain that is shown, the line that the cursor is on, and what has been asked beside it.
package struct WhyPlace: Hashable, Sendable {
  let run: String
  let question: WhyQuestion
  /// The questions that can be asked of the same step.
  var questions: [WhyQuestion]
  let chain: WhyChain
  var changes: RunChanges?
  var trial: ShownTrial?
  var cursor = 0

  /// A value that was tried, and what the filters and conditions would give.
  struct ShownTrial: Hashable, Sendable {
    let trial: RunTrial
    let steps: [TriedStep]
    /// The whole value of the step that it is a part of.
    let whole: JSONValue?
  }

  /// The cursor on the nearest of the first causes.
  init(_ chain: WhyChain, to question: WhyQuestion, of questions: [WhyQuestion], run: String) {
    (self.chain, self.question, self.questions, self.run) = (chain, question, questions, run)
    cursor = chain.links.firstIndex { $0.link.causes.isEmpty } ?? 0
  }

  /// The number of lines that the cursor goes to: links, and below them changes.
  var count: Int { chain.links.count + (changes?.onTheWay.count ?? 0) }

  /// The link under the cursor; nil on a change.
  var link: WhyLink? {
    let links = chain.links
    return links.indices.contains(cursor) ? links[cursor].link : nil
  }

  /// The place that the line under the cursor speaks of.
  var target: WhyLink.Target? {
    if let link { return link.target }
    let place = cursor - chain.links.count
    guard let changes, changes.onTheWay.indices.contains(place) else { return nil }
    return changes.onTheWay[place].target
  }

  mutating func move(_ step: ListCursor.Step) {
    var list = ListCursor()
    (list.count, list.height) = (count, max(1, count))
    list.select(cursor)
    list.move(step)
    cursor = list.selected
  }

  /// The question after this one, or before it.
  func question(_ distance: Int) -> WhyQuestion? {
    guard questions.count > 1 else { return nil }
    let place = questions.firstIndex(of: question) ?? 0
    return questions[(place + distance + questions.count) % questions.count]
  }

  /// The place whose value can be tried at the link under the cursor, or at the nearest one that it is a cause of, or that is a cause
  /// of it: never that of another branch.
  var tried: TriedPlace? {
    guard let link else { return chain.links.last { $0.link.tries != nil }?.link.tries }
    let causes = WhyChain(question: "", effect: link).links
    return chain.way(to: cursor).last { $0.tries != nil }?.tries ?? causes.first { $0.link.tries != nil }?.link.tries
  }

  /// The reason why there is nothing to try.
  var whyNotTried: String {
    link?.end == .person
      ? "What was entered is not recorded, so it cannot be tried." : "No value on this way can be tried."
  }

  /// The step at which a fork begins: the first that the tried value concerns, or that of the line under the cursor, or of the nearest
  /// that it is a cause of.
  var forkStep: NodePath? {
    if let trial { return trial.steps.map(\.path).min() }
    let targets = link == nil ? [target] : chain.way(to: cursor).map(\.target)
    let steps = targets.compactMap { target -> NodePath? in
      if case .step(let path, _, _)? = target { path } else { nil }
    }
    return steps.last
  }

  /// All of it as text.
  var text: String {
    var lines = [chain.description]
    if let changes {
      lines.append(changes.title)
      lines += changes.onTheWay.map { "  \($0.sentence)\($0.evidence.map { "  \($0)" } ?? "")" } + ["  \(changes.rest)"]
    }
    if let trial { lines += ["Try \(trial.words)"] + trial.steps.map { "  \($0.sentence)" } }
    return lines.joined(separator: "\n")
  }
}

extension WhyPlace.ShownTrial {
  /// `tenant = "a1"`
  var words: String {
    let value = JSONPrinter.compact.string(of: trial.value)
    return "\(trial.place.words) = \(value)"
  }
}

extension TriedPlace {
  /// `tenant`, or `.items[0].id of 2`
  var words: String {
    switch self {
    case .output(let step, .root): "output of \(step)"
    case .output(let step, let path): "\(path) of \(step)"
    case .variable(let name), .shared(let name): name
    }
  }
}
