import ParleyEngine

// What was written, as events again.
extension RecordReader {
  mutating func eventKind(_ kind: EventFilter.Kind, hasGroups: Bool) throws(RepositoryError) -> Event.Kind {
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

  mutating func batch() throws(RepositoryError) -> Event.SharedData.Batch {
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
    var change = Event.CacheChange(
      name: try optionalText(), group: try optionalText(), method: try text(), url: try text(),
      server: try optionalText(), endpoint: try text(), codec: try text(),
      exchange: try optionalText().map(ExchangeID.init), size: try int())
    if !isAtEnd { change.remark = Event.CacheChange.Remark(rawValue: try text()) }
    return change
  }

  private mutating func failure() throws(RepositoryError) -> Event.Failure {
    Event.Failure(
      reason: .init(rawValue: try text()) ?? .internal, code: try text(), summary: try text(),
      advice: try optionalText(), response: try flag() ? response() : nil)
  }

  private mutating func groupDone() throws(RepositoryError) -> Event.GroupDone {
    let (name, callID, groupID, stopped) = (try optionalText(), try optionalText(), try text(), try flag())
    let results = try list { reader throws(RepositoryError) in try reader.groupResult() }
    let steps = isAtEnd ? nil : Event.GroupDone.StepCount(succeeded: try int(), total: try int())
    return Event.GroupDone(
      name: name, callID: callID, groupID: groupID, results: results, stopped: stopped, steps: steps)
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
