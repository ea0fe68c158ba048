// Every event passes here before it is delivered or stored: all known secrets in it are masked.

extension Event.Kind {
  /// The same with every secret of eight bytes and more masked in all that may hold one.
  func masked(by secrets: Secrets) -> Event.Kind {
    let mask: (String) -> String = secrets.maskingForeign
    return switch self {
    case .sent(let subject): .sent(subject.masked(by: secrets))
    case .redirected(let subject, var redirect):
      .redirected(subject.masked(by: secrets), change(&redirect) { $0.location = mask($0.location) })
    case .retrying(let subject, var retry):
      .retrying(subject.masked(by: secrets), change(&retry) { $0.summary = mask($0.summary) })
    case .duplicate(let subject, let duplicate): .duplicate(subject.masked(by: secrets), duplicate)
    case .requestProgress(let subject, let progress): .requestProgress(subject.masked(by: secrets), progress)
    case .responseProgress(let subject, let progress): .responseProgress(subject.masked(by: secrets), progress)
    case .loadRemote(let subject, let answer): .loadRemote(subject.masked(by: secrets), answer.masked(by: secrets))
    case .loadSkip(let subject, var skip):
      .loadSkip(subject.masked(by: secrets), change(&skip) { $0.response = $0.response.masked(by: secrets) })
    case .failed(let subject, let failure): .failed(subject.masked(by: secrets), failure.masked(by: secrets))
    case .cancelled(let subject): .cancelled(subject.masked(by: secrets))
    case .updateSharedData(let change): .updateSharedData(change.masked(by: secrets))
    case .removeSharedData(let change): .removeSharedData(change.masked(by: secrets))
    case .groupDone(var done):
      .groupDone(change(&done) { $0.results = $0.results.map { $0.masked(by: secrets) } })
    case .updateCache(let change): .updateCache(change.masked(by: secrets))
    case .removeCache(let change): .removeCache(change.masked(by: secrets))
    case .custom(var custom):
      .custom(change(&custom) { $0.parameters = $0.parameters.map { secrets.maskingForeign($0) } })
    }
  }

  private func change<Value>(_ value: inout Value, _ change: (inout Value) -> Void) -> Value {
    change(&value)
    return value
  }
}

extension Event.Subject {
  fileprivate func masked(by secrets: Secrets) -> Event.Subject {
    var copy = self
    copy.name = name.map { secrets.maskingForeign($0) }
    copy.url = secrets.maskingForeign(url)
    copy.endpoint = endpoint.map { secrets.maskingForeign($0) }
    copy.model = model?.masked(by: secrets)
    return copy
  }
}

extension Event.ResponseSummary {
  fileprivate func masked(by secrets: Secrets) -> Event.ResponseSummary {
    var copy = self
    copy.headers = headers.map { secrets.masking($0) }
    copy.model = model?.masked(by: secrets)
    return copy
  }
}

extension Event.Failure {
  fileprivate func masked(by secrets: Secrets) -> Event.Failure {
    var copy = self
    copy.summary = secrets.maskingForeign(summary)
    copy.advice = advice.map { secrets.maskingForeign($0) }
    copy.response = response?.masked(by: secrets)
    return copy
  }
}

extension Event.CacheChange {
  fileprivate func masked(by secrets: Secrets) -> Event.CacheChange {
    var copy = self
    (copy.name, copy.group) = (name.map { secrets.maskingForeign($0) }, group.map { secrets.maskingForeign($0) })
    (copy.url, copy.endpoint) = (secrets.maskingForeign(url), secrets.maskingForeign(endpoint))
    (copy.model, copy.response) = (model?.masked(by: secrets), response?.masked(by: secrets))
    return copy
  }
}

extension Event.GroupDone.Result {
  fileprivate func masked(by secrets: Secrets) -> Event.GroupDone.Result {
    var copy = self
    copy.summary = summary.map { secrets.maskingForeign($0) }
    copy.model = model?.masked(by: secrets)
    return copy
  }
}

extension Event.SharedData {
  fileprivate func masked(by secrets: Secrets) -> Event.SharedData {
    var copy = self
    copy.value = value?.masked(by: secrets)
    return copy
  }
}

extension Event.Model {
  fileprivate func masked(by secrets: Secrets) -> Event.Model {
    Event.Model { value.map { secrets.maskingForeign($0) } }
  }
}

extension SharedValue {
  /// Bytes that hold a secret are told as none.
  func masked(by secrets: Secrets) -> SharedValue {
    switch self {
    case .text(let text): .text(secrets.maskingForeign(text))
    case .json(let value): .json(secrets.maskingForeign(value))
    case .bytes(let bytes): secrets.foreignPlaces(in: bytes).isEmpty ? self : .bytes([])
    }
  }
}
