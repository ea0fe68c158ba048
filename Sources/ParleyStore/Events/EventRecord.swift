import ParleyEngine

/// An event as a record, and the other way round:
///
///     version, kind, sequence, time, subject?, what the kind adds
struct EventRecord {
  /// Version 1 knew nothing of groups. Only version 3 tells of many keys at once: older programs read version 2, so that is what all
  /// others are.
  private static let (version, newest) = (2, 3)
  /// Of a batch so many keys are kept.
  fileprivate static let mostKeys = 100

  let kind: EventFilter.Kind
  let content: [UInt8]

  init(_ event: Event) {
    kind = EventFilter.Kind(event.kind)
    var writer = RecordWriter(capacity: 256)
    writer.write(event.kind.batch == nil ? Self.version : Self.newest)
    writer.write(kind.rawValue)
    writer.write(event.sequence)
    writer.write(UInt64(bitPattern: event.time.microseconds))
    if let subject = event.subject { writer.write(subject) }
    writer.write(additionOf: event.kind)
    if let batch = event.kind.batch { writer.write(batch) }
    content = writer.bytes
  }

  static func read(_ content: [UInt8]) throws(RepositoryError) -> Event {
    var reader = RecordReader(content)
    let version = try reader.int()
    guard (1...Self.newest).contains(version), let kind = EventFilter.Kind(rawValue: try reader.text()) else {
      throw RecordReader.damage
    }
    let sequence = try reader.number()
    let time = Timestamp(microseconds: Int64(bitPattern: try reader.number()))
    var event = Event(sequence: sequence, time: time, kind: try reader.eventKind(kind, hasGroups: version > 1))
    if version > Self.version { event.kind.batch = try reader.batch() }
    return event
  }
}

extension EventFilter.Kind {
  init(_ kind: Event.Kind) {
    switch kind {
    case .sent: self = .sent
    case .redirected: self = .redirected
    case .retrying: self = .retrying
    case .duplicate: self = .duplicate
    case .requestProgress: self = .requestProgress
    case .responseProgress: self = .responseProgress
    case .loadRemote: self = .loadRemote
    case .loadSkip: self = .loadSkip
    case .failed: self = .failed
    case .cancelled: self = .cancelled
    case .updateSharedData: self = .updateSharedData
    case .removeSharedData: self = .removeSharedData
    case .groupDone: self = .groupDone
    case .updateCache: self = .updateCache
    case .removeCache: self = .removeCache
    case .custom: self = .custom
    }
  }
}

extension Event.Kind {
  fileprivate var batch: Event.SharedData.Batch? {
    get {
      switch self {
      case .updateSharedData(let change), .removeSharedData(let change): change.batch
      default: nil
      }
    }
    set {
      switch self {
      case .updateSharedData(var change):
        change.batch = newValue
        self = .updateSharedData(change)
      case .removeSharedData(var change):
        change.batch = newValue
        self = .removeSharedData(change)
      default: break
      }
    }
  }
}

extension RecordWriter {
  fileprivate mutating func write(_ batch: Event.SharedData.Batch) {
    write(batch.count)
    write(Array(batch.keys.prefix(EventRecord.mostKeys))) { writer, key in
      writer.write(key.name)
      writer.write(key.environment)
    }
  }

  fileprivate mutating func write(_ subject: Event.Subject) {
    write(subject.exchange.rawValue)
    write(subject.name)
    write(subject.callID)
    write(subject.server)
    write(subject.method)
    write(subject.url)
    write(subject.groupID)
  }

  fileprivate mutating func write(additionOf kind: Event.Kind) {
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
  }

  private mutating func write(_ custom: Event.Custom) {
    write(custom.identifier)
    write(custom.callID)
    write(custom.groupID)
    write(custom.parameters != nil)
    if let parameters = custom.parameters { write(JSONPrinter.compact.bytes(of: parameters)) }
  }
}

extension RecordReader {
  fileprivate mutating func eventKind(_ kind: EventFilter.Kind, hasGroups: Bool) throws(RepositoryError) -> Event.Kind {
    switch kind {
    case .sent: .sent(try subject(hasGroups))
    case .cancelled: .cancelled(try subject(hasGroups))
    case .redirected: .redirected(try subject(hasGroups), try redirect())
    case .retrying: .retrying(try subject(hasGroups), try retry())
    case .duplicate: .duplicate(try subject(hasGroups), try duplicate())
    case .requestProgress: .requestProgress(try subject(hasGroups), try progress())
    case .responseProgress: .responseProgress(try subject(hasGroups), try progress())
    case .loadRemote: .loadRemote(try subject(hasGroups), try response())
    case .loadSkip: .loadSkip(try subject(hasGroups), try skip())
    case .failed: .failed(try subject(hasGroups), try failure())
    case .updateSharedData: .updateSharedData(try sharedData())
    case .removeSharedData: .removeSharedData(try sharedData())
    case .updateCache: .updateCache(try cacheChange())
    case .removeCache: .removeCache(try cacheChange())
    case .groupDone: .groupDone(try groupDone())
    case .custom: .custom(try custom(hasGroups))
    }
  }

  fileprivate mutating func batch() throws(RepositoryError) -> Event.SharedData.Batch {
    let count = try int()
    let keys = try list { reader throws(RepositoryError) in
      SharedKey(try reader.text(), in: try reader.optionalText())
    }
    return Event.SharedData.Batch(keys: keys, count: count)
  }

  private mutating func retry() throws(RepositoryError) -> Event.Retry {
    let (attempt, status) = (try int(), try int())
    return Event.Retry(
      attempt: attempt, status: status == 0 ? nil : status, code: try text(), summary: try text(),
      wait: try duration())
  }

  private mutating func duplicate() throws(RepositoryError) -> Event.Duplicate {
    guard let duplicate = Event.Duplicate(rawValue: try text()) else { throw Self.damage }
    return duplicate
  }

  private mutating func progress() throws(RepositoryError) -> Event.Progress {
    let (done, expected) = (try int(), try int())
    return Event.Progress(done: done, expected: expected < 0 ? nil : expected)
  }

  private mutating func sharedData() throws(RepositoryError) -> Event.SharedData {
    Event.SharedData(
      key: SharedKey(try text(), in: try optionalText()), change: Int64(bitPattern: try number()),
      value: try sharedValue(), isSecret: try flag(), cipher: try optionalText(), writer: try optionalText(),
      isForeign: try flag())
  }

  private mutating func sharedValue() throws(RepositoryError) -> SharedValue? {
    guard let kind = try optionalText() else { return nil }
    guard let kind = SharedValue.Kind(rawValue: kind), let value = SharedValue(kind, try bytes()) else {
      throw Self.damage
    }
    return value
  }

  private mutating func subject(_ hasGroup: Bool) throws(RepositoryError) -> Event.Subject {
    var subject = Event.Subject(
      exchange: ExchangeID(rawValue: try text()), name: try optionalText(), callID: try optionalText(),
      server: try optionalText(), method: try text(), url: try text())
    if hasGroup { subject.groupID = try optionalText() }
    return subject
  }

  private mutating func redirect() throws(RepositoryError) -> Event.Redirect {
    Event.Redirect(
      status: try int(), location: try text(),
      droppedHeaders: try list { reader throws(RepositoryError) in try reader.text() })
  }

  private mutating func response() throws(RepositoryError) -> Event.ResponseSummary {
    Event.ResponseSummary(status: try int(), count: try int(), total: try duration())
  }

  private mutating func skip() throws(RepositoryError) -> Event.Skip {
    Event.Skip(
      response: try response(), code: try text(), summary: try text(), source: try optionalText().map(ExchangeID.init))
  }

  private mutating func cacheChange() throws(RepositoryError) -> Event.CacheChange {
    Event.CacheChange(
      name: try optionalText(), group: try optionalText(), method: try text(), url: try text(),
      server: try optionalText(), endpoint: try text(), codec: try text(),
      exchange: try optionalText().map(ExchangeID.init), size: try int())
  }

  private mutating func failure() throws(RepositoryError) -> Event.Failure {
    Event.Failure(
      reason: .init(rawValue: try text()) ?? .internal, code: try text(), summary: try text(),
      advice: try optionalText(), response: try flag() ? response() : nil)
  }

  private mutating func groupDone() throws(RepositoryError) -> Event.GroupDone {
    let (name, callID, groupID, stopped) = (try optionalText(), try optionalText(), try text(), try flag())
    let results = try list { reader throws(RepositoryError) in try reader.groupResult() }
    return Event.GroupDone(name: name, callID: callID, groupID: groupID, results: results, stopped: stopped)
  }

  private mutating func groupResult() throws(RepositoryError) -> Event.GroupDone.Result {
    let name = try text()
    guard let state = NodeResult.State(rawValue: try text()) else { throw Self.damage }
    let status = try int()
    return Event.GroupDone.Result(
      name: name, state: state, status: status == 0 ? nil : status,
      exchange: try optionalText().map(ExchangeID.init(rawValue:)), code: try optionalText(),
      summary: try optionalText())
  }

  private mutating func custom(_ hasGroup: Bool) throws(RepositoryError) -> Event.Custom {
    var custom = Event.Custom(identifier: try text(), callID: try optionalText())
    if hasGroup { custom.groupID = try optionalText() }
    guard try flag() else { return custom }
    guard let parameters = try? JSONValue(parsing: try bytes()) else { throw Self.damage }
    custom.parameters = parameters
    return custom
  }
}
