extension SharedData {
  /// The changes from now on. They end with `cancel()`, or with the task that reads them.
  public func changes(of subject: SharedSubject = .all) -> SharedChanges {
    let changes = SharedChanges(subject, of: self)
    feed.add(changes)
    return changes
  }

  func isSeen(_ key: SharedKey, as subject: SharedSubject) -> Bool {
    switch subject {
    case .key(let name): key == self.key(name)
    case .prefix(let prefix): key.name.utf8.starts(with: prefix.utf8) && key == self.key(key.name)
    case .all: key == self.key(key.name)
    }
  }

  func change(_ record: SharedRecord) async -> SharedChange {
    let removed = await feed.removed(by: record)
    return SharedChange(
      entry: entry(record, showsSecrets: true), removed: removed.map { entry($0, showsSecrets: true).content },
      isForeign: record.origin != origin)
  }

  /// Tells of a change on the event bus.
  func tell(_ record: SharedRecord, removed: SharedRecord?, on events: EventBus?) {
    cache.remove(record.key)
    events?.post(event(record, removed: removed))
  }

  private func event(_ record: SharedRecord, removed: SharedRecord?) -> Event.Kind {
    let entry = entry(record, showsSecrets: false)
    let before = removed.map { self.entry($0, showsSecrets: false) }
    let told = Event.SharedData(
      key: record.key, change: record.sequence, value: (before ?? entry).value, isSecret: (before ?? entry).isSecret,
      cipher: (before ?? entry).cipher, writer: record.writer, isForeign: record.origin != origin)
    return record.content == nil ? .removeSharedData(told) : .updateSharedData(told)
  }
}
