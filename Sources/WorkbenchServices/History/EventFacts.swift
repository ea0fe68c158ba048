package import ParleyEngine
import ParleyModel
package import ParleyText
import TerminalKit

/// The facts of an event that a filter can ask about, in lower case.
package struct EventFacts: FilterFacts {
  package let event: Event
  package let isMarked: Bool

  package init(_ event: Event, isMarked: Bool) {
    self.event = event
    self.isMarked = isMarked
  }

  /// - Returns: nil for a gap, of which nothing is known.
  package init?(_ entry: LogEntry) {
    guard case .event(let event) = entry.content else { return nil }
    self.init(event, isMarked: entry.isMarked)
  }

  package subscript(field: LogFilterTerm.TextField) -> String? {
    let subject = event.subject
    let fact: String? =
      switch field {
      case .kind: event.kind.word.lowercased()
      case .name: subject?.name ?? sharedData?.key.name ?? cacheChange?.name ?? group?.name ?? custom?.identifier
      case .method: subject?.method ?? cacheChange?.method
      case .url: subject?.url ?? cacheChange?.url
      case .host: (subject?.url ?? cacheChange?.url)?.urlHost
      case .server: subject?.server ?? cacheChange?.server
      case .environment: nil
      case .code: failure?.code ?? skip?.code ?? custom?.problem?.code
      case .call: subject?.callID ?? group?.callID
      case .shared: sharedData?.keys.map(\.name).joined(separator: " ")
      }
    return fact?.lowercased()
  }

  package subscript(field: LogFilterTerm.NumberField) -> Int? {
    switch field {
    case .status: event.kind.status
    case .ms: event.kind.response.map { Int($0.total.inMilliseconds) }
    case .bytes: event.kind.response?.count
    }
  }

  /// Whether the kind's words, or those it had in earlier versions, begin with this, or one of them does: `fail` finds `group failed`.
  package func isKind(_ opening: String) -> Bool {
    event.kind.word.lowercased().isOpened(by: opening) || event.kind.formerWord?.isOpened(by: opening) == true
  }

  package var isEdited: Bool { skip?.isEdited == true }
  package var time: Timestamp? { event.time }

  /// Everything that words are looked for in.
  package var text: String {
    let subject = event.subject
    let parts = [
      event.kind.word, event.kind.formerWord, subject?.name, subject?.method, subject?.url,
      event.kind.status.map(String.init),
      failure?.code, failure?.summary, skip?.code, skip?.summary, sharedData?.line, event.kind.cacheLine, group?.line,
      custom?.identifier, custom?.problem?.code,
      custom?.problem?.summary,
    ]
    return parts.compactMap(\.self).joined(separator: " ").lowercased()
  }

  private var failure: Event.Failure? {
    if case .failed(_, let failure) = event.kind { failure } else { nil }
  }

  private var skip: Event.Skip? {
    if case .loadSkip(_, let skip) = event.kind { skip } else { nil }
  }

  private var sharedData: Event.SharedData? { event.kind.sharedData }

  private var group: Event.GroupDone? {
    if case .groupDone(let done) = event.kind { done } else { nil }
  }

  private var cacheChange: Event.CacheChange? { event.kind.cacheChange }

  private var custom: Event.Custom? {
    if case .custom(let custom) = event.kind { custom } else { nil }
  }
}

extension Event.Kind {
  /// The kind as lists and filters name it.
  package var word: String {
    switch self {
    case .sent: "sent"
    case .redirected: "redirect"
    case .retrying: "retry"
    case .duplicate: "duplicate"
    case .requestProgress: "request progress"
    case .responseProgress: "response progress"
    case .loadRemote: "response received"
    case .loadSkip: "served from cache"
    case .failed(_, let failure): failure.word
    case .cancelled: "cancelled"
    case .updateSharedData: "shared key updated"
    case .removeSharedData: "shared key removed"
    case .groupDone(let done): done.failed ? "group failed" : done.stopped ? "group stopped" : "group completed"
    case .updateCache: "cache updated"
    case .removeCache: "cache removed"
    case .custom(let custom): custom.word
    @unknown default: "other"
    }
  }

  /// Every word a kind can have.
  package static let words = [
    "sent", "redirect", "retry", "duplicate", "request progress", "response progress", "response received",
    "served from cache", "failed: network", "failed: TLS", "failed: auth", "failed: server", "failed",
    "cancelled",
    "shared key updated", "shared key removed", "cache updated", "cache removed", "group completed", "group failed",
    "group stopped", "job started",
    "job completed", "job failed", "custom event",
    "warning", "workbench", "failed: workbench", "other",
  ]

  /// Every word a kind had in earlier versions, and has no more.
  package static let formerWords = [
    "load remote", "load skip", "fail network", "fail unauthorized", "fail unavailable", "fail", "update shared",
    "remove shared", "group done", "update cache", "remove cache", "custom", "fail workbench",
  ]

  /// The word that filters saved by earlier versions may have for the kind; nil where it is the same.
  var formerWord: String? {
    switch self {
    case .loadRemote: "load remote"
    case .loadSkip: "load skip"
    case .failed(_, let failure): failure.reason.formerWord
    case .updateSharedData: "update shared"
    case .removeSharedData: "remove shared"
    case .groupDone: "group done"
    case .updateCache: "update cache"
    case .removeCache: "remove cache"
    case .custom(let custom): custom.formerWord
    default: nil
    }
  }

  package var response: Event.ResponseSummary? {
    switch self {
    case .loadRemote(_, let response): response
    case .loadSkip(_, let skip): skip.response
    case .failed(_, let failure): failure.response
    default: nil
    }
  }

  /// Which entry of the cache has changed, and how: `GET https://api.example.com/items  edited by hand`.
  package var cacheLine: String? {
    cacheChange.flatMap { change in cachePlace.map { "\(change.method) \($0)" } }
  }

  /// The same without its method.
  package var cachePlace: String? {
    switch self {
    case .updateCache(let change): change.placeOfUpdate
    case .removeCache(let change): change.place
    default: nil
    }
  }

  package var cacheChange: Event.CacheChange? {
    switch self {
    case .updateCache(let change), .removeCache(let change): change
    default: nil
    }
  }

  package var status: Int? {
    if case .redirected(_, let redirect) = self { return redirect.status }
    return response?.status
  }
}

extension Event.Failure {
  /// A server that is reached and not trusted is no failure of the network.
  fileprivate var word: String { Problem.isTLS(code) ? "failed: TLS" : reason.word }
}

extension Event.Failure.Reason {
  fileprivate var word: String {
    switch self {
    case .network: "failed: network"
    case .unauthorized: "failed: auth"
    case .serverUnavailable: "failed: server"
    case .internal: "failed"
    }
  }

  fileprivate var formerWord: String {
    switch self {
    case .network: "fail network"
    case .unauthorized: "fail unauthorized"
    case .serverUnavailable: "fail unavailable"
    case .internal: "fail"
    }
  }
}

extension Event.GroupDone {
  /// The outcome of the run, as in `checkout: 4 of 7 steps, pay failed`.
  package var line: String {
    let count = steps ?? StepCount(succeeded: results.count { $0.state == .succeeded }, total: results.count)
    let failed = results.filter { $0.state == .failed }.map(\.name)
    let problem = failed.isEmpty ? (stopped ? ", stopped" : "") : ", \(failed.joined(separator: ", ")) failed"
    return "\(name.map { "\($0): " } ?? "")\(count.succeeded) of \(count.total) steps\(problem)"
  }
}

extension Event.SharedData {
  /// The writer and the keys, as in `user/login → token (vault)`;
  /// for a batch `by hand → 12 keys: cart, token, user.id, …`.
  package var line: String { line(seenFrom: key.environment) }

  /// The same, with the environment of the key where it is another one: `by hand → token in mirror`.
  package func line(seenFrom active: String?) -> String {
    guard let environment = key.environment, environment != active else { return change }
    return "\(change) in \(environment.fitted(to: 24))"
  }

  private var change: String {
    // A change by hand, such as of its expiry, gives no answer.
    if batch == nil, let question = KeptAnswer.question(of: key.name), writer != SharedChangeWords.byHand {
      return "answer kept\(cipher == nil ? "" : " encrypted"): \(question)"
    }
    if batch != nil {
      let names = keys.prefix(3).map(\.name).joined(separator: ", ")
      return "\(writer.map { "\($0) → " } ?? "")\(count.counted("key")): \(names)\(count > 3 ? ", …" : "")"
    }
    let cipher = cipher.map { " (\($0))" } ?? ""
    return "\(writer.map { "\($0) → " } ?? "")\(key.name)\(cipher)"
  }
}

extension Event.Skip {
  /// Whether the response has a body that was edited in the cache.
  package var isEdited: Bool { source == nil && !code.hasPrefix("revalidated.") && !code.hasPrefix("refused.") }
}

extension Event.CacheChange {
  /// Which entry, as in `https://api.example.com/items (group ada)`.
  fileprivate var place: String {
    "\(url)\(group.map { " (group \($0))" } ?? "")"
  }

  /// The same, with what is to be said of the body: `https://api.example.com/items  edited by hand`.
  fileprivate var placeOfUpdate: String {
    let words = exchange == nil ? "edited by hand" : remark?.rawValue
    return words.map { "\(place)  \($0)" } ?? place
  }
}

extension Event.Custom {
  /// The text of the event: its problem, or else its identifier with its parameters.
  package var line: String {
    if let warning { return "⚠ \(warning.name.map { "\($0): " } ?? "")\(warning.sentence)" }
    if let words = problem?.summary ?? Notice.text(of: self) { return words }
    return identifier + (data.map { "  \($0)" } ?? "")
  }

  /// The kind as lists and filters name it.
  fileprivate var word: String {
    if problem != nil { return "failed: workbench" }
    if warning != nil { return "warning" }
    if let job { return "job \(job)" }
    return Notice.text(of: self) == nil ? "custom event" : "workbench"
  }

  /// The state of the local job that the event reports; nil for any other event.
  private var job: String? {
    guard let word = parameters?["job"]?.string, [Event.jobStarted, Event.jobCompleted, Event.jobFailed].contains(word)
    else {
      return nil
    }
    return word
  }

  /// Whether a local job failed.
  package var isFailedJob: Bool { job == Event.jobFailed }

  /// The text after the identifier: the result of a job that has completed, and all parameters of any other event.
  private var data: JSONValue? {
    guard job != nil, let members = parameters?.object else { return parameters }
    if let outcome = members["result"] ?? members["error"] { return outcome }
    let others = members.filter { $0.key != "job" }
    return others.isEmpty ? nil : .object(JSONObject(others.map { ($0.key, $0.value) }))
  }

  fileprivate var formerWord: String? {
    if problem != nil { return "fail workbench" }
    return warning != nil || job != nil ? "custom" : nil
  }

  /// The failure of the workbench itself that the event reports; nil for any other event.
  package var problem: Problem? {
    Problem.eventIdentifiers.contains(identifier) ? Problem(parameters: parameters) : nil
  }
}

extension String {
  /// Whether it begins so, or a word in it does.
  fileprivate func isOpened(by opening: String) -> Bool {
    hasPrefix(opening) || split(separator: " ").contains { $0.hasPrefix(opening) }
  }
}
