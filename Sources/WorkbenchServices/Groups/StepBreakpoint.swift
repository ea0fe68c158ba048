package import ParleyEngine

/// A breakpoint of a group's runs, kept for the workspace by the names of steps.
package struct StepBreakpoint: Hashable, Sendable, Codable {
  package enum Moment: String, Hashable, Sendable, Codable, CaseIterable {
    case before, after, failure, shared
  }

  package var moment: Moment
  /// Nil is every step.
  package var step: StepName?
  /// Of a step that runs for each element of a list: only this one, counted from 0.
  package var element: Int?
  /// The condition in jq or the log's filter language; empty for none. For a shared key, its name.
  package var condition: String
  /// One that is off is kept and stops nothing.
  package var isOn = true

  package init(_ moment: Moment, at step: StepName? = nil, element: Int? = nil, condition: String = "") {
    self.moment = moment
    self.step = step
    self.element = element
    self.condition = condition
  }

  /// Whether it stops at every element, whatever it holds.
  package var isPlain: Bool { element == nil && condition.isEmpty }
}

/// A step by its name, which stays when other steps are added before it.
package struct StepName: Hashable, Sendable, Codable {
  package var name: String
  /// Of several steps with this name: which one, counted from 0.
  package var occurrence: Int

  package init(_ name: String, _ occurrence: Int = 0) {
    self.name = name
    self.occurrence = occurrence
  }

  /// - Returns: nil when no step stands there.
  package init?(of path: NodePath, in steps: [StepOutline]) {
    let path = path.withoutElements
    guard let step = steps.first(where: { $0.path == path }) else { return nil }
    let before = steps.prefix { $0.path != path }
    self.init(step.lastingName, before.count { $0.lastingName == step.lastingName })
  }

  /// Returns the path of the step; nil if the group does not have it any more.
  package func path(in steps: [StepOutline]) -> NodePath? {
    let step = steps.lazy.filter { $0.lastingName == name }.dropFirst(occurrence).first
    // Names with the number of a list were kept by earlier versions.
    return (step ?? steps.first { $0.isUnnamed && $0.name == name })?.path
  }
}

extension StepOutline {
  /// The step's name; of a list that nobody gave one only its kind, because its number changes with the steps before it.
  package var lastingName: String { isUnnamed ? kind.rawValue : name }
}

extension StepBreakpoint {
  /// As a run knows it; nil where it is off, or its step is gone.
  /// - Parameter steps: of the group that is run, in order.
  package func armed(in steps: [StepOutline]) -> Debugger.Breakpoint? {
    guard isOn else { return nil }
    var place: NodePath?
    if let step {
      guard let path = step.path(in: steps) else { return nil }
      place = path
    }
    return Debugger.Breakpoint(engineMoment, at: place, element: element, label: reason)
  }

  private var engineMoment: Debugger.Breakpoint.Moment {
    switch moment {
    case .before: .before
    case .after: .after
    case .failure: .failure
    case .shared: .shared(condition)
    }
  }
}

// In words.
extension StepBreakpoint {
  /// The reason why a run stopped at it.
  package var reason: String {
    let element = element.map { "element \($0)" }
    switch moment {
    case .shared: return [element, "\(condition) was written"].compactMap(\.self).joined(separator: ", ")
    case .failure where condition.isEmpty: return [element, "it failed"].compactMap(\.self).joined(separator: ", ")
    default:
      let words = condition.isEmpty ? nil : "condition \(condition)"
      return [element ?? (words == nil ? "breakpoint" : nil), words].compactMap(\.self).joined(separator: ", ")
    }
  }

  /// The moment at which it stops, as lists show it.
  package var when: String {
    switch moment {
    case .before: "before"
    case .after: "after"
    case .failure: "on failure"
    case .shared: "\(condition) written"
    }
  }
}

/// The language that a condition is written in.
package enum ConditionLanguage: Hashable, Sendable {
  case jq
  /// That of the event log's filter.
  case filter
}
