extension RunRecording {
  /// Returns the reason why a replay cannot begin at a step: a step before it failed, or the run was stopped, before
  /// its turn came. Nil if it ran, or if it did not because the file had no such step then.
  func reasonNotRun(_ path: NodePath, in group: RequestGroup) -> RecordingError? {
    if let record = self[path], record.state != .neverRan { return nil }
    let name = group.node(at: path)?.name ?? ""
    for place in path.wayDown {
      if let failed = failure(before: place, in: group) { return .stepNotRun(path, name, .failed(failed)) }
      if wasStopped(at: place, in: group) { return .stepNotRun(path, name, .stopped(summary.state)) }
    }
    return nil
  }

  /// The step that kept the one at a place, and all others behind it, from running.
  private func failure(before place: NodePath, in group: RequestGroup) -> NodeRecord? {
    guard group.stops(at: place) else { return nil }
    return place.siblingsBefore.lazy.compactMap { self[$0] }.first { $0.state == .failed }.map(deepestFailure)
  }

  /// Returns the innermost of the failed steps in it, following the first at each level.
  private func deepestFailure(_ record: NodeRecord) -> NodeRecord {
    children(of: record.path).first { $0.state == .failed }.map(deepestFailure) ?? record
  }

  /// Whether its turn did not come though nothing before it failed.
  private func wasStopped(at place: NodePath, in group: RequestGroup) -> Bool {
    if let record = self[place] { return record.state == .neverRan }
    guard summary.state == .stopped || summary.state == .interrupted, let before = place.siblingsBefore.last else {
      return false
    }
    return self[before]?.state.hasEndedByItself != true
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
