import ParleyEngine

// What events are written as.
extension RecordWriter {
  mutating func write(_ batch: Event.SharedData.Batch) {
    write(batch.count)
    write(Array(batch.keys.prefix(EventRecord.mostKeys))) { writer, key in
      writer.write(key.name)
      writer.write(key.environment)
    }
  }

  mutating func write(_ subject: Event.Subject) {
    write(subject.exchange.rawValue)
    write(subject.name)
    write(subject.callID)
    write(subject.server)
    write(subject.method)
    write(subject.url)
    write(subject.groupID)
  }

  mutating func write(additionOf kind: Event.Kind) {
    switch kind {
    case .sent, .cancelled: break
    case .redirected(_, let redirect): write(redirect)
    case .retrying(_, let retry): write(retry)
    case .duplicate(_, let duplicate): write(duplicate.rawValue)
    case .requestProgress(_, let progress), .responseProgress(_, let progress): write(progress)
    case .loadRemote(_, let answer): write(answer)
    case .loadSkip(_, let skip): write(skip)
    case .failed(_, let failure): write(failure)
    case .updateSharedData(let change), .removeSharedData(let change): write(change)
    case .groupDone(let done): write(done)
    case .updateCache(let change), .removeCache(let change): write(change)
    case .custom(let custom): write(custom)
    }
  }

  private mutating func write(_ retry: Event.Retry) {
    write(retry.attempt)
    write(retry.status ?? 0)
    write(retry.code)
    write(retry.summary)
    write(retry.wait)
  }

  private mutating func write(_ progress: Event.Progress) {
    write(progress.done)
    write(progress.expected ?? -1)
  }

  private mutating func write(_ change: Event.SharedData) {
    write(change.key.name)
    write(change.key.environment)
    write(UInt64(bitPattern: change.change))
    write(change.value?.kind.rawValue)
    if let value = change.value { write(value.contentBytes) }
    write(change.isSecret)
    write(change.cipher)
    write(change.writer)
    write(change.isForeign)
  }

  private mutating func write(_ redirect: Event.Redirect) {
    write(redirect.status)
    write(redirect.location)
    write(redirect.droppedHeaders) { $0.write($1) }
  }

  private mutating func write(_ answer: Event.ResponseSummary) {
    write(answer.status)
    write(answer.count)
    write(answer.total)
  }

  private mutating func write(_ skip: Event.Skip) {
    write(skip.response)
    write(skip.code)
    write(skip.summary)
    write(skip.source?.rawValue)
  }

  private mutating func write(_ change: Event.CacheChange) {
    write(change.name)
    write(change.group)
    write(change.method)
    write(change.url)
    write(change.server)
    write(change.endpoint)
    write(change.codec)
    write(change.exchange?.rawValue)
    write(change.size)
    // Read where it is there, so that older records stay as they are.
    if let remark = change.remark { write(remark.rawValue) }
  }

  private mutating func write(_ failure: Event.Failure) {
    write(failure.reason.rawValue)
    write(failure.code)
    write(failure.summary)
    write(failure.advice)
    write(failure.response != nil)
    if let response = failure.response { write(response) }
  }

  private mutating func write(_ done: Event.GroupDone) {
    write(done.name)
    write(done.callID)
    write(done.groupID)
    write(done.stopped)
    write(done.results) { writer, result in
      writer.write(result.name)
      writer.write(result.state.rawValue)
      writer.write(result.status ?? 0)
      writer.write(result.exchange?.rawValue)
      writer.write(result.code)
      writer.write(result.summary)
    }
    // Read where they are there, so that older records stay as they are.
    guard let steps = done.steps else { return }
    write(steps.succeeded)
    write(steps.total)
  }

  private mutating func write(_ custom: Event.Custom) {
    write(custom.identifier)
    write(custom.callID)
    write(custom.groupID)
    write(custom.parameters != nil)
    if let parameters = custom.parameters { write(JSONPrinter.compact.bytes(of: parameters)) }
  }
}
