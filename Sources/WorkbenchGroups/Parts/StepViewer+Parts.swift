import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// The parts of a step: looked through, and jumped between.
extension StepViewer {
  mutating func part(_ action: PartAction) -> [Effect] {
    switch action {
    case .body(let action, let subject): return step.take(action, of: subject)
    case .look(let action):
      if action.begins { steps.follows = false }
      if case .pick(.menu, _) = action, !step.showsBody, step.target != nil { return jump() }
      return step.look(action)
    case .picked(let value, let purpose, let subject): return picked(value, for: purpose, of: subject)
    case .goToSource(let value, let subject): return goToSource(of: value, in: subject)
    case .sighted(let places, let value): return choose(among: places, of: value)
    case .go(let place):
      let isShown = step.subject?.path == place.step && step.tab == place.tab
      return go(to: place.step, place.tab, place.path) + (isShown ? locateWantedValue() : [])
    }
  }

  /// Uses a picked value in the file of the step's request, which alone can have captures and expectations.
  private func picked(_ value: PickedValue, for purpose: PickPurpose, of subject: StepSubject) -> [Effect] {
    guard let name = steps.outline(of: subject.path)?.request else { return [] }
    let request = RequestID(rawValue: name)
    switch purpose {
    case .menu: return []
    case .capture: return [.then(.value(.capture(value, of: request)))]
    case .expect: return [.then(.value(.expect(value, of: request)))]
    }
  }
}

// Where a value came from.
extension StepViewer {
  private mutating func goToSource(of value: PickedValue, in subject: StepSubject) -> [Effect] {
    guard let run = steps.run, run.id == subject.run,
      let provenance = ValueProvenance(of: subject.path, in: steps)
    else { return [] }
    switch provenance.source(of: value, in: subject.tab) {
    case .steps(let places): return choose(among: places, of: value)
    case .shared(let key): return [.then(.value(.showShared(key)))]
    case .elsewhere(let words): return [.say(.refused(words))]
    case .unknown: return lookFor(value, subject, in: run.recording)
    }
  }

  /// Looks for an equal value among the outputs of earlier steps.
  private func lookFor(_ value: PickedValue, _ subject: StepSubject, in recording: RunRecording) -> [Effect] {
    guard let wanted = value.json, !value.isMasked else { return [.say(.refused(Self.noSource))] }
    return [.perform(SightingEffect(wanted: wanted, value: value, step: subject.path, recording: recording))]
  }

  private func choose(among places: [StepValue], of value: PickedValue) -> [Effect] {
    guard let first = places.first else { return [.say(.refused(Self.noSource))] }
    if places.count == 1 { return [.then(.groups(.part(.go(to: first))))] }
    let choices = places.map { (place: $0, name: "\(steps.name(of: $0.step))  \($0.path)") }
    return [.ask(Picker(sources: choices.map { SourceChoice(place: $0.place, name: $0.name) }))]
  }

  private static let noSource = "No earlier step gave this value."
}

/// One of several places that a value may have come from.
struct SourceChoice: Sendable {
  let place: StepValue
  let name: String
}

/// Looks for a value in what the steps before one gave.
struct SightingEffect: ServiceEffect {
  let wanted: JSONValue
  let value: PickedValue
  let step: NodePath
  let recording: RunRecording

  func perform(with services: Services) async throws -> [Action] {
    let sightings = try await services.groups.sightings(of: wanted, before: step, in: recording)
    // The first step that gave it is where it comes from; others have only handed it on.
    let first = sightings.min { $0.node < $1.node }?.node
    let places = sightings.filter { $0.node == first }.map { StepValue(step: $0.node, tab: .output, path: $0.path) }
    return [.groups(.part(.sighted(places, value)))]
  }
}

extension BodyBrowser.Action {
  /// Whether a person is about to look at what is shown, which then is not replaced by anything else.
  fileprivate var begins: Bool {
    switch self {
    case .startFilter, .startSearch, .filter, .pick, .go: true
    default: false
    }
  }
}

extension PickedValue {
  /// The value itself; nil for what is no scalar, or masked.
  fileprivate var json: JSONValue? { literal.flatMap { try? JSONValue(parsing: Array($0.utf8)) } }
}

extension Picker {
  fileprivate init(sources: [SourceChoice]) {
    self.init("Sources", sources.map { Item(text: $0.name, action: .groups(.part(.go(to: $0.place)))) })
  }
}
