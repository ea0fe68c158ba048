internal import ParleyEngine
internal import ParleyFiles

extension KeptRuns {
  /// The reason why requests of a run that begins at a step of an earlier one may be refused: a step after that has logged out, or the
  /// token of an earlier step is gone from the shared data. Nil where nothing speaks for it.
  package func replayWarning(_ group: String, from step: String, of run: String) async -> String? {
    guard let recording = try? await recording(of: run, group: group, by: NoPrompter()),
      let start = recording.outline.first(where: { $0.name == step || "\($0.path)" == step })?.path
    else { return nil }
    for login in recording.nodes where login.path < start && !start.isInside(login.path) {
      guard login.givesCredential(recording.step(at: login.path)), isUsed(login, from: start, in: recording) else {
        continue
      }
      if let reason = await reasonGone(login, in: recording) {
        return "The token of \(login.path) \(login.name) may be gone: \(reason). "
          + "Begin at \(login.path) \(login.name) to log in again."
      }
    }
    return nil
  }

  /// Whether a step that runs again used something that a step before gave.
  private func isUsed(_ giver: NodeRecord, from start: NodePath, in recording: RunRecording) -> Bool {
    let keys = Set(giver.made.sharedWrites.filter(\.isSecret).map(\.key))
    return recording.nodes.contains { record in
      guard record.path >= start else { return false }
      return record.made.sharedReads.contains { keys.contains($0.key) }
        || record.sources.contains { source in source.origin.places.contains { $0.step == giver.path } }
    }
  }

  private func reasonGone(_ login: NodeRecord, in recording: RunRecording) async -> String? {
    let end = login.endedAt ?? login.startedAt
    let keys = login.made.sharedWrites.filter(\.isSecret).map(\.key)
    for later in recording.nodes where later.startedAt >= end && later.state == .succeeded {
      if later.endsSession(recording.step(at: later.path)) { return "\(later.path) \(later.name) ran after it" }
      if let key = later.made.sharedWrites.first(where: { keys.contains($0.key) && $0.value == nil })?.key {
        return "\(later.path) \(later.name) removed the shared key \(key)"
      }
    }
    guard recording.summary.environment.isIdentical(to: session.environmentName) else { return nil }
    for key in keys {
      guard let entry = try? await session.shared.history(of: key, limit: 1).first, entry.at > end else { continue }
      if case .removed = entry.content { return "the shared key \(key) was removed since" }
    }
    return nil
  }
}

extension NodeRecord {
  /// Whether it wrote a secret into the shared data, a secret came with its response, or its name says that a session begins.
  fileprivate func givesCredential(_ outline: StepOutline?) -> Bool {
    guard state == .succeeded else { return false }
    return made.sharedWrites.contains(where: \.isSecret)
      || kind == .request
        && (isSecret
          || isNamed(outline, anyOf: ["login", "signin", "logon", "oauth", "authenticat", "token", "session"]))
  }

  /// Whether its name, or its request's, says that a session ends.
  fileprivate func endsSession(_ outline: StepOutline?) -> Bool {
    isNamed(outline, anyOf: ["logout", "signout", "logoff", "revoke", "endsession"])
  }

  private func isNamed(_ outline: StepOutline?, anyOf words: [String]) -> Bool {
    [name, outline?.request].compactMap(\.self).contains { text in
      let letters = text.lowercased().filter(\.isLetter)
      return words.contains { letters.contains($0) }
    }
  }
}
