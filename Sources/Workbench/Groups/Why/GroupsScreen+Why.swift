import ParleyEngine
import TerminalKit

/// Asking a run why something is as it is.
enum WhyAction: Sendable {
  /// About the value under the cursor, or the step.
  case ask
  /// The way back to the first causes has been found.
  case answered(WhyChain, run: String)
  /// Goes to what a link speaks of; Backspace comes back to it.
  case go(WhyPlace, run: String)
  /// Forks the run at the step of a link.
  case fork(WhyPlace)
}

/// A chain, and the link that the cursor is on.
struct WhyPlace: Hashable, Sendable {
  let chain: WhyChain
  var selected: Int

  var link: WhyLink? {
    let links = chain.links
    return links.indices.contains(selected) ? links[selected].link : nil
  }

  /// The cursor on the nearest of the first causes.
  init(_ chain: WhyChain) {
    self.chain = chain
    selected = chain.links.firstIndex { $0.link.causes.isEmpty } ?? 0
  }
}

extension GroupsScreen {
  mutating func explain(_ action: WhyAction) -> [Effect] {
    switch action {
    case .ask:
      guard let run = steps.run, let question else { return [] }
      steps.follows = false
      return [.perform(WhyEffect(question: question, recording: run.recording))]
    case .answered(let chain, let run):
      return steps.run?.id == run ? [.then(.ask(.groups(.why(WhyPlace(chain), run: run))))] : []
    case .go(let place, let run):
      guard steps.run?.id == run, let link = place.link else { return [] }
      return go(along: link, from: place)
    case .fork(let place):
      guard case .step(let path, _, _)? = place.link?.target else { return [] }
      return fork(from: path)
    }
  }

  private mutating func go(along link: WhyLink, from place: WhyPlace) -> [Effect] {
    switch link.target {
    case .step(let path, let part, let value)?:
      guard let run = steps.run, run.records[path] != nil else { return [.say(.refused("The step did not run."))] }
      let effects = go(to: path, StepTab(part), value)
      if let last = places.indices.last { places[last].why = place }
      return effects
    case .file(let line)?:
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      return [.terminal(.edit(file: String(parts[0]), line: parts.count > 1 ? Int(parts[1]) : nil))]
    case .shared(let key)?: return [.then(.value(.showShared(key)))]
    case nil: return [.say(.refused("There is no place to go to."))]
    @unknown default: return []
    }
  }

  /// About the value under the cursor of a part; of a step that did not succeed, about that.
  private var question: WhyQuestion? {
    guard let path = steps.selected?.path else { return nil }
    let value = step.showsBody ? step.browser.pane.path.flatMap { try? ValuePath(parsing: $0) } : nil
    let hasSucceeded = step.subject?.record?.state == .succeeded
    guard let value, hasSucceeded, step.subject?.path == path else { return WhyQuestion(path) }
    switch step.tab {
    case .output: return WhyQuestion(path, .output(value))
    case .input: return WhyQuestion(path, .input(value))
    case .response: return WhyQuestion(path, .response(value))
    default: return WhyQuestion(path)
    }
  }

  static var whyCommands: [CommandRow] {
    [
      row(
        "why", "Why?",
        "Shows why the step failed, was skipped or did not run, or why the value under the cursor is what it is, back to the first cause. Enter goes to what a line speaks of, Backspace comes back.",
        ["W"], .why(.ask), in: [.groupRun], hint: .init("why", rank: 25),
        disabledReason: { state in
          if state.groups.comparison != nil { return isComparing }
          if state.groups.isEditing { return isStillTyped }
          guard state.groups.shownRun != nil else { return "No run is shown." }
          return needsStep(state)
        })
    ]
  }
}

// Failed assertions and expectations explain themselves.
extension GroupsScreen {
  /// `│ .state = "pending"   ← 3 latest .state`
  func checkedLines(of subject: StepSubject) -> [StyledText] {
    guard let record = subject.record, let error = record.error, !error.checked.isEmpty, let recording = steps.recording
    else { return [] }
    return error.checked.map { part in
      let source = part.origin.map { words(for: recording.pieces(of: $0, in: record)) } ?? part.path ?? ""
      let indent = String(repeating: "  ", count: part.depth)
      return [
        Span("│ \(indent)", .muted), Span(part.sentence, .text),
        Span(source.isEmpty || source == part.text ? "" : "   ← \(source)", .muted),
      ]
    }
  }

  private func words(for pieces: [RunRecording.SourcePiece]) -> String {
    pieces.map { piece in
      switch piece {
      case .step(let path): steps.name(of: path)
      case .path(let path): " \(path)"
      case .shared(let key): "shared \(key)"
      case .text(let words): words
      case .function(let name): " (\(name))"
      case .means: ""
      }
    }.joined()
  }
}

extension StepTab {
  fileprivate init(_ part: WhyLink.Part) {
    switch part {
    case .definition: self = .definition
    case .input: self = .input
    case .request: self = .request
    case .response: self = .response
    case .output: self = .output
    case .attempts: self = .attempts
    @unknown default: self = .output
    }
  }
}

/// Finds the way back to the first causes.
struct WhyEffect: ServiceEffect {
  let question: WhyQuestion
  let recording: RunRecording

  var lane: Lane? { Lane("why", keepsOnlyNewest: true) }

  func perform(with services: Services) async throws -> [Action] {
    let chain = try await services.groups.why(question, in: recording)
    return [.groups(.why(.answered(chain, run: recording.summary.id)))]
  }
}
