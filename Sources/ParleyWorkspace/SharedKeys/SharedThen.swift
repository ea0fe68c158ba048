package import ParleyEngine
internal import ParleyFiles
internal import ParleyStore

/// The shared keys of an environment as they were at an earlier moment: by the history of their changes, and where that does not say it by
/// the recording of a run.
package struct SharedThen: Sendable {
  /// A key at that moment. One of both is there.
  package struct Key: Sendable {
    package let name: String
    /// Its last change until then, if that counts.
    package let change: SharedEntry?
    /// The use of the key that the run recorded; nil if it did not use it.
    package let use: SharedMoment?
    /// Its last change until then, whether that counts or not.
    let latest: SharedEntry?
  }

  package let time: Timestamp
  /// In the order of their names.
  package let keys: [Key]

  init(_ time: Timestamp, changes: [ExactString: SharedEntry], known: [ExactString: SharedMoment]) {
    self.time = time
    keys = Set(changes.keys).union(known.keys).sorted().compactMap { name in
      let use = known[name]
      if use == nil, changes[name]?.isRemoval == true { return nil }
      // The history knows better what came after the step's turn.
      let change = changes[name].flatMap { change in use.map { change.at >= $0.begin } ?? true ? change : nil }
      return Key(name: name.text, change: change, use: use, latest: changes[name])
    }
  }

  package subscript(name: String) -> Key? { keys.first { $0.name.isIdentical(to: name) } }
}

extension SharedThen.Key {
  /// Whether its value must be masked.
  package var isSecret: Bool { change?.isSecret ?? use?.use.isSecret ?? false }

  /// The last change, or what stands for it.
  func entry(in data: SharedData) -> SharedEntry? {
    change ?? use.map { $0.use.entry(of: data.key(name), at: $0.begin) }
  }
}

extension SharedKeys {
  /// - Parameters:
  ///   - environment: that of the run. Only of the active one is the history of changes read.
  ///   - known: the keys that a run knew at that moment (`RunRecording.sharedValues(asOf:)`).
  ///   - limit: the most keys that are read of those that are there now.
  package func then(
    asOf time: Timestamp, in environment: String?, knowing known: [SharedMoment], limit: Int? = nil
  ) async throws -> SharedThen {
    let own = Dictionary(known.map { (ExactString($0.use.key), $0) }) { $1 }
    guard environment.isIdentical(to: session.environmentName) else {
      return SharedThen(time, changes: [:], known: own)
    }
    var changes: [ExactString: SharedEntry] = [:]
    var changed = Set(own.keys)
    for entry in try await shared.list(limit: limit ?? Self.mostThen).entries {
      let name = ExactString(entry.key.name)
      if entry.at <= time { changes[name] = entry } else { changed.insert(name) }
    }
    changed.formUnion(try await removedKeys(since: time))
    for name in changed where changes[name] == nil {
      changes[name] = try await change(of: name.text, asOf: time)
    }
    return SharedThen(time, changes: changes, known: own)
  }

  /// The last change of a key until a moment; nil if none is kept.
  package func change(
    of name: String, asOf time: Timestamp, showsSecrets: Bool = false
  ) async throws -> SharedEntry? {
    var before: Int64?
    while true {
      let page = try await shared.history(
        of: name, before: before, limit: Self.changesRead, showsSecrets: showsSecrets)
      if let change = page.first(where: { $0.at <= time }) { return change }
      guard page.count == Self.changesRead, let last = page.last else { return nil }
      before = last.sequence
    }
  }

  /// Keys that are not there any more, as far as the log tells.
  private func removedKeys(since time: Timestamp) async throws -> Set<ExactString> {
    guard time < Timestamp.now() else { return [] }
    var filter = EventFilter(kinds: [.removeSharedData])
    filter.times = time...Timestamp(microseconds: .max)
    let removals = try await session.store.events.latest(Self.mostThen, matching: filter)
    return Set(
      names: removals.flatMap { $0.event.kind.sharedData?.keys ?? [] }.filter { shared.key($0.name) == $0 }.map(
        \.name))
  }

  private static let mostThen = 500
  private static let changesRead = 20
}

extension SharedKeys {
  /// The change of a key that a template would have read.
  /// - Throws: `RenderError.expiredSharedKey` if it had expired by then; what `SharedEntry.problem` says.
  func entry(of name: String, asOf then: SharedThen) async throws -> SharedEntry? {
    guard let key = then[name] else { return nil }
    var entry = key.entry(in: shared)
    if let change = key.change, change.isSecret {
      entry = try await self.change(of: name, asOf: then.time, showsSecrets: true)
    }
    if let problem = entry?.problem { throw problem }
    guard let entry, let expires = entry.expires, entry.isExpired(at: then.time), !entry.isRemoval else { return entry }
    throw RenderError.expiredSharedKey(name, since: expires, renewedBy: uses.requests(capturing: name))
  }
}
