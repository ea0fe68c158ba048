import ParleyEngine
package import ParleyModel
import WorkbenchServices
package import WorkbenchState

// Unsaved edits that are made while a run is under way: it sends what the files said when it began.
extension GroupsScreen {
  /// Says at once that a run leaves out what has just been edited.
  package func leavingOut(_ requests: Set<RequestID>) -> [Effect] {
    live.lazy.map { leavingOut(requests, besides: $0) }.first { !$0.isEmpty } ?? []
  }

  /// Says which of these a run is still going to send without their edits.
  func leavingOut(_ requests: Set<RequestID>, besides run: ShownRun) -> [Effect] {
    guard let request = requests.filter(run.isToSend).min() else { return [] }
    return [.say(.refused(request.whatIsLeftOut))]
  }

  /// The request of the step under the cursor, if that waits to send it without its edits.
  var leftOutHere: RequestID? {
    guard let run = steps.run, let path = steps.selected?.path, run.edited[path]?.isRequest != true,
      run.stops.contains(where: { $0.node.path == path && $0.result == nil }),
      let request = steps.outline(of: path)?.request.map({ RequestID(rawValue: $0) })
    else { return nil }
    return drafted.contains(request) ? request : nil
  }
}

extension RequestID {
  var whatIsLeftOut: String { "\(self) has unsaved edits: this run sends what its file said when it began." }
}

extension EditedStep {
  fileprivate var isRequest: Bool {
    if case .request = self { true } else { false }
  }
}
