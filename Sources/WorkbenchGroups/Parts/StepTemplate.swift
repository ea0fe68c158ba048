import ParleyEngine
import WorkbenchParts
import WorkbenchState

/// How a later step of the group reads a value: `{{steps.cheapest.price}}`; of a step's own input, `{{input.total}}`.
struct StepTemplate {
  let text: String

  /// - Returns: nil for what no template leads to.
  init?(of value: PickedValue, in subject: StepSubject, _ tree: StepTree) {
    guard value.filter == nil, let path = value.path, let step = tree.outline(of: subject.path),
      let record = subject.record
    else { return nil }
    switch subject.tab.value {
    case .input: text = Self.template("input", path)
    case .output: text = Self.template("steps", ValuePath([.key(step.name)] + subject.path.elements + path.segments))
    case .response:
      guard record.output.isOfResponse, let rest = path.behind(step.root ?? .root) else { return nil }
      text = Self.template("steps", ValuePath([.key(step.name)] + subject.path.elements + rest.segments))
    case .request, nil: return nil
    }
  }

  private static func template(_ document: String, _ path: ValuePath) -> String {
    let rest = path == .root ? "" : "\(path)"
    return "{{\(document)\(rest.hasPrefix(".[") ? String(rest.dropFirst()) : rest)}}"
  }
}

extension NodeRecord.Output {
  fileprivate var isOfResponse: Bool {
    if case .answer = self { true } else { false }
  }
}

extension NodePath {
  /// The index in the list that the step gives, for an element of `each`; empty for any other step.
  fileprivate var elements: [ValuePath.Segment] {
    guard case .element(let index)? = parts.last else { return [] }
    return [.index(index)]
  }
}
