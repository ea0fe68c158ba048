/// The steps at which a replay of a recorded run can begin.
struct ReplayStart {
  let recording: RunRecording
  let group: RequestGroup

  /// Returns the reason why a replay cannot begin at a step: a step before it failed, or the run was stopped, before
  /// its turn came. Nil if it ran, or if it did not because the file had no such step then.
  func reasonNotRun(_ path: NodePath) -> RecordingError? {
    if let record = recording[path], record.state != .neverRan { return nil }
    let name = group.node(at: path)?.name ?? ""
    for place in path.wayDown {
      if let failed = failure(before: place) { return .stepNotRun(path, name, .failed(failed)) }
      if wasStopped(at: place) { return .stepNotRun(path, name, .stopped(recording.summary.state)) }
    }
    return nil
  }

  /// The step that kept the one at a place, and all others behind it, from running.
  private func failure(before place: NodePath) -> NodeRecord? {
    guard group.stops(at: place) else { return nil }
    return place.siblingsBefore.lazy.compactMap { recording[$0] }.first { $0.state == .failed }.map(deepestFailure)
  }

  /// Returns the innermost of the failed steps in it, following the first at each level.
  private func deepestFailure(_ record: NodeRecord) -> NodeRecord {
    recording.children(of: record.path).first { $0.state == .failed }.map(deepestFailure) ?? record
  }

  /// Whether its turn did not come though nothing before it failed.
  private func wasStopped(at place: NodePath) -> Bool {
    if let record = recording[place] { return record.state == .neverRan }
    let state = recording.summary.state
    guard state == .stopped || state == .interrupted, let before = place.siblingsBefore.last else {
      return false
    }
    return recording[before]?.state.hasEndedByItself != true
  }
}

extension NodeRecord.State {
  fileprivate var hasEndedByItself: Bool { self == .succeeded || self == .failed || self == .skipped }
}

extension RequestGroup {
  /// Whether, in the list in which a place is, one that failed keeps those that have not begun from running.
  fileprivate func stops(at place: NodePath) -> Bool {
    guard let parent = place.parent else { return false }
    if case .element? = place.parts.last { return node(at: parent)?.onFailure != .continue }
    guard parent.withoutElements != .root else { return onFailure != .continue }
    guard case .group(let inner)? = node(at: parent)?.kind else { return false }
    return inner.onFailure != .continue
  }
}
