package import ParleyEngine
package import ParleyFiles
internal import ParleyModel
internal import ParleyStore
internal import ParleyText

/// A user of a shared key, with the groups that run it.
package struct SharedUseNode: Sendable, Hashable {
  package enum Subject: Sendable, Hashable {
    case request(String)
    case group(String, step: String?)
    /// A file that is neither, such as mocks or `parley.yaml`.
    case file
  }

  package let subject: Subject
  /// The kind of use; nil for a group that only runs a user of the key.
  package let kind: SharedKeyUse.Kind?
  package let place: SourcePlace
  /// The groups around it.
  package let children: [SharedUseNode]
}

extension SharedKeyUses {
  /// Returns the users of a key that capture, set and read it, in this order; below each the groups that contain it.
  package func tree(of name: String) -> [SharedUseNode] {
    let uses = of(name)
    return [SharedKeyUse.Kind.captures, .sets, .reads].flatMap { kind in
      var seen: Set<ExactString> = []
      return uses.filter { $0.kind == kind }.map { use in
        let children = use.request.map { seen.insert(ExactString($0)).inserted ? groups(running: $0) : [] }
        return SharedUseNode(
          subject: use.subject, kind: kind, place: use.place,
          children: children ?? use.group.map { groups(around: $0, inside: [$0]) } ?? [])
      }
    }
  }

  /// The keys that a request reads and captures, with those in what it inherits and in the values it is made of.
  package func keys(ofRequest id: String) -> [SharedKeyUse] {
    guard let request = workspace.request(id) else { return [] }
    let own = all.filter { $0.request?.isIdentical(to: id) == true }
    let environments = workspace.environments.isEmpty ? [nil] : workspace.environments.map(Optional.some)
    let texts = environments.flatMap { environment in
      workspace.effective(request.definition, id: id, environment: environment).texts.map(\.value)
    }
    let inherited = all.filter { use in
      use.request == nil && use.group == nil && reaches(use, from: texts)
    }
    var seen: Set<ExactString> = []
    return (own + inherited).filter { seen.insert(ExactString("\($0.kind.rawValue) \($0.key)")).inserted }
  }

  /// The keys that the steps of a group read, set and capture themselves, and the requests they send.
  package func keys(ofGroup id: String) -> [SharedKeyUse] {
    guard let group = workspace.group(id) else { return [] }
    let own = all.filter { $0.group?.isIdentical(to: id) == true }
    let requests = group.definition.allNodes.compactMap { $0.request?.value }
    var seen: Set<ExactString> = []
    return (own + requests.flatMap(keys(ofRequest:)))
      .filter { seen.insert(ExactString("\($0.kind.rawValue) \($0.key)")).inserted }
  }

  /// Whether texts come to that place: they have the template themselves, or name the value it stands in.
  private func reaches(_ use: SharedKeyUse, from texts: [String]) -> Bool {
    var (open, seen) = (texts, Set<ExactString>())
    while let text = open.popLast() {
      guard text.hasTemplateMark, seen.insert(ExactString(text)).inserted else { continue }
      let templates = TemplateText(text).templates
      if templates.contains(where: { $0.expression.sharedKeys.contains(use.key) }) { return true }
      let names = Set(templates.flatMap(\.variableNames))
      if names.contains(where: { KeptAnswer.key(of: $0) == use.key }) { return true }
      open += variables.filter { names.contains($0.name.value) }.compactMap { $0.located?.value }
    }
    return false
  }

  private func groups(running request: String) -> [SharedUseNode] {
    steps { $0.request?.value.isIdentical(to: request) == true }.map { group, node, place in
      SharedUseNode(
        subject: .group(group, step: node.stepName), kind: nil, place: place,
        children: groups(around: group, inside: [group]))
    }
  }

  private func groups(around id: String, inside path: [String]) -> [SharedUseNode] {
    steps { $0.group?.value.isIdentical(to: id) == true }.filter { !path.contains($0.group) }.map {
      group, node, place in
      SharedUseNode(
        subject: .group(group, step: node.stepName), kind: nil, place: place,
        children: groups(around: group, inside: path + [group]))
    }
  }

  private func steps(
    where fits: (NodeDefinition) -> Bool
  ) -> [(group: String, node: NodeDefinition, place: SourcePlace)] {
    workspace.groups.flatMap { group in
      group.definition.allNodes.filter(fits).compactMap { node in node.namePlace.map { (group.id, node, $0) } }
    }
  }
}

extension SharedKeyUse {
  fileprivate var subject: SharedUseNode.Subject {
    if let request { return .request(request) }
    return group.map { .group($0, step: step) } ?? .file
  }
}

/// The newest time that somebody used a key, or was sent.
package struct NewestUse: Sendable, Hashable {
  /// The number of the run; nil for a request that was sent by itself.
  package let run: Int64?
  package let at: Timestamp
  /// Such as `200`, `succeeded` or `network`.
  package let state: String
  package let hasFailed: Bool
  /// Whether it is recorded that the key was read or written then. What a request reads is recorded in runs alone.
  package let isRecorded: Bool
}

extension SharedKeys {
  /// The newest exchange of a request, or the newest run of a group in which the key was used.
  package func newestUse(of key: String, by subject: SharedUseNode.Subject) async -> NewestUse? {
    switch subject {
    case .request(let id): await newestExchange(of: id, using: key)
    case .group(let id, _): await newestRun(of: id, using: key)
    case .file: nil
    }
  }

  /// Returns the newest send of a request, whatever it used; nil if there is none.
  package func newestSend(of request: String) async -> NewestUse? {
    guard let entry = try? await session.store.history.recent(1, name: request).first else { return nil }
    return await newestUse(entry, isRecorded: false)
  }

  /// The newest that is recorded as using the key; where nothing is recorded of any, the newest of all.
  private func newestExchange(of id: String, using key: String) async -> NewestUse? {
    let entries = (try? await session.store.history.recent(Self.exchangesLookedAt, name: id)) ?? []
    for entry in entries {
      switch await isUsed(key, in: entry) {
      case true?: return await newestUse(entry, isRecorded: true)
      case false?: continue
      case nil: return await newestUse(entry, isRecorded: false)
      }
    }
    return nil
  }

  private func newestUse(_ entry: HistoryEntry, isRecorded: Bool) async -> NewestUse {
    var run: Int64?
    if let group = entry.groupID { run = try? await session.store.runs.run(group)?.sequence }
    return NewestUse(
      run: run, at: entry.startedAt, state: entry.errorCode ?? entry.status.map { "\($0)" } ?? "no response",
      hasFailed: entry.errorCode != nil, isRecorded: isRecorded)
  }

  /// - Returns: nil where that is not recorded: outside of runs, and of runs that are gone.
  private func isUsed(_ key: String, in entry: HistoryEntry) async -> Bool? {
    guard let group = entry.groupID, let recording = try? await session.store.runs.recording(of: group),
      let node = recording.nodes.last(where: { node in
        node.exchange == entry.id || node.attempts.contains { $0.exchange == entry.id }
      })
    else { return nil }
    return node.uses(key)
  }

  /// Further back nobody looks for one that used the key.
  private static let (exchangesLookedAt, runsLookedAt) = (5, 5)

  private func newestRun(of group: String, using key: String) async -> NewestUse? {
    for run in (try? await session.store.runs.recent(Self.runsLookedAt, group: group)) ?? [] {
      guard let recording = try? await session.store.runs.recording(of: run.id),
        recording.nodes.contains(where: { $0.uses(key) })
      else { continue }
      let state = run.summary.state
      return NewestUse(
        run: run.sequence, at: run.summary.startedAt, state: state.rawValue,
        hasFailed: state != .succeeded && state != .running, isRecorded: true)
    }
    return nil
  }
}

extension NodeRecord {
  fileprivate func uses(_ key: String) -> Bool {
    (made.sharedReads + made.sharedWrites).contains { $0.key.isIdentical(to: key) }
  }
}
