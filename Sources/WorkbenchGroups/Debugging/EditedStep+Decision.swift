import ParleyEngine
import WorkbenchServices

extension EditedStep {
  /// The decision with which the step continues.
  func decision(at stop: Debugger.Stop) -> GateDecision {
    switch self {
    case .input(let value): .goWith(.input(value))
    case .list(let elements): .goWith(.elements(elements))
    case .request(let edited): .goWith(.request(edited.request))
    case .result(let value): .skip(stop.result?.accepted(with: value) ?? .value(value))
    }
  }

  /// The record of the edit.
  func edit(at stop: Debugger.Stop, listWas: JSONValue?) -> NodeEdit {
    switch self {
    case .input: NodeEdit(.input, was: stop.node.input.value)
    case .list: NodeEdit(.list, was: listWas)
    case .request(let edited): NodeEdit(.request, was: edited.original.parts.json, became: edited.draft.parts.json)
    case .result: NodeEdit(.result, was: stop.ownValue)
    }
  }
}
