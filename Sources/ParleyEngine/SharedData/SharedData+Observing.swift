extension SharedData {
  /// The changes from now on, whether or not ``open()`` was called. They end with `cancel()`, or with the task that reads them.
  ///
  /// Those of a storage that is not open yet begin when it is.
  public func changes(of subject: SharedSubject = .all) -> SharedChanges {
    let changes = SharedChanges(subject, of: self)
    lookForForeignChanges()
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

  /// Tells of changes on the event bus: of each, or of a large batch as a whole.
  func tell(_ group: SharedChangeGroup, on events: EventBus?) {
    guard let events else { return }
    if group.isLarge { return events.post(event(group)) }
    for change in group.changes { events.post(event(change.record, removed: change.removed)) }
  }

  private func event(_ group: SharedChangeGroup) -> Event.Kind {
    let first = group.first
    var told = Event.SharedData(
      key: first.key, change: first.sequence, value: nil, isSecret: false, cipher: nil, writer: first.writer,
      isForeign: first.origin != origin, origin: first.origin)
    told.batch = Event.SharedData.Batch(keys: group.keys, count: group.keys.count)
    return group.isRemoval ? .removeSharedData(told) : .updateSharedData(told)
  }

  private func event(_ record: SharedRecord, removed: SharedRecord?) -> Event.Kind {
    let entry = entry(record, showsSecrets: false)
    let before = removed.map { self.entry($0, showsSecrets: false) }
    let told = Event.SharedData(
      key: record.key, change: record.sequence, value: (before ?? entry).value, isSecret: (before ?? entry).isSecret,
      cipher: (before ?? entry).cipher, writer: record.writer, isForeign: record.origin != origin,
      origin: record.origin)
    return record.content == nil ? .removeSharedData(told) : .updateSharedData(told)
  }
}
