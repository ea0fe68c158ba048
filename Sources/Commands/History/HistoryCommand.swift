import HTTPTypes
import ParleyEngine
import ParleyModel
import ParleyStore
import ParleyText
import ParleyWorkspace

/// `parley history …`: the exchanges that were kept.
package struct HistoryCommand: Sendable {
  package enum Action: Sendable {
    /// - Parameter filter: as on the History screen.
    case list(filter: String, limit: Int)
    /// By number, identifier, or `last`, here as below.
    case show(String)
    /// Keeps an exchange, however old it gets, or no longer.
    case pin([String], Bool)
    /// The same for all that a filter finds.
    case pinMatching(String, Bool)
    /// Forgets exchanges, pinned ones too.
    case delete([String])
    /// Forgets what a filter finds, but for what is pinned. A person at the terminal is asked, unless it is confirmed.
    case deleteMatching(String, isConfirmed: Bool)

    fileprivate var isChange: Bool {
      switch self {
      case .pin, .pinMatching, .delete, .deleteMatching: true
      case .list, .show: false
      }
    }
  }

  package var action: Action
  package var arguments: SessionArguments
  package var printsJSON: Bool

  package init(_ action: Action, _ arguments: SessionArguments, printsJSON: Bool = false) {
    self.action = action
    self.arguments = arguments
    self.arguments.scratch = .told
    self.printsJSON = printsJSON
  }

  package func run(on console: any Console) async -> ExitStatus {
    await arguments.withSession(
      on: console, needing: .log, toChange: action.isChange, printsJSON: printsJSON, busy: "reading the history"
    ) {
      let task = HistoryTask(session: $0, console: $1, printsJSON: printsJSON)
      switch action {
      case .list(let filter, let limit): try await task.list(filter, limit)
      case .show(let name): try await task.show(name)
      case .pin(let names, let isPinned): try await task.pin(names, isPinned)
      case .pinMatching(let filter, let isPinned): try await task.pin(matching: filter, isPinned)
      case .delete(let names): try await task.delete(names)
      case .deleteMatching(let filter, let isConfirmed): try await task.delete(matching: filter, isConfirmed)
      }
      return .good
    }
  }
}

/// Runs `parley history` with an open session.
struct HistoryTask: Sendable {
  let session: Session
  let console: any Console
  let printsJSON: Bool

  private func found(_ text: String, _ limit: Int) async throws -> [HistoryEntry] {
    let filter = try HistoryFilter(reading: text)
    var (edge, left, listed) = (HistoryEdge?.some(.before(nil)), limit, [HistoryEntry]())
    while left > 0, let next = edge {
      let finds = try await session.store.history.search(filter, next, limit: min(left, Self.pageSize))
      listed += finds.entries
      left -= finds.entries.count
      edge = finds.next
    }
    // Those that were sent later and had their responses earlier.
    if let edge { listed += try await session.store.history.search(filter, edge, limit: Self.pageSize).entries }
    return Array(listed.inSentOrder().prefix(limit))
  }

  private static let pageSize = 500

  private func ids(_ names: [String]) async throws -> [ExchangeID] {
    var ids: [ExchangeID] = []
    for name in names { ids.append(try await session.history.kept(name).entry.id) }
    return ids
  }

  func pin(_ names: [String], _ isPinned: Bool) async throws { try await pin(ids(names), isPinned) }

  func pin(matching filter: String, _ isPinned: Bool) async throws {
    try await pin(matches(of: filter).filter { $0.isPinned != isPinned }.map(\.id), isPinned)
  }

  private func pin(_ ids: [ExchangeID], _ isPinned: Bool) async throws {
    for id in ids { try await session.store.history.setPinned(isPinned, id) }
    if printsJSON { return console.print(["pinned": .bool(isPinned), "count": .number(JSONNumber(ids.count))]) }
    console.note("\(isPinned ? "Pinned" : "Unpinned") \(ids.count.counted("exchange")).")
  }

  func delete(_ names: [String]) async throws { try await delete(ids(names)) }

  func delete(matching filter: String, _ isConfirmed: Bool) async throws {
    let ids = try await matches(of: filter).filter { !$0.isPinned }.map(\.id)
    guard isConfirmed || ids.isEmpty || isAllowed(toDelete: ids.count) else {
      return console.note("Nothing was deleted.")
    }
    try await delete(ids)
  }

  private func matches(of filter: String) async throws -> [HistoryEntry] {
    guard !filter.isEmpty else { throw UsageError("Say which exchanges, such as --filter 'until:30d'.") }
    return try await found(filter, .max)
  }

  /// A filter may find more than somebody thinks of, and nothing brings exchanges back. A script has nobody to ask.
  private func isAllowed(toDelete count: Int) -> Bool {
    guard console.canAsk else { return true }
    console.dropTypedAhead()
    let answer = console.ask("Delete \(count.counted("exchange")) for good? [yes/N]", isSecret: false)
    return ["y", "yes"].contains(answer?.lowercased())
  }

  private func delete(_ ids: [ExchangeID]) async throws {
    try await session.store.history.delete(ids)
    if printsJSON { return console.print(["deleted": .number(JSONNumber(ids.count))]) }
    console.note("Deleted \(ids.count.counted("exchange")).")
  }

  func list(_ text: String, _ limit: Int) async throws {
    let listed = try await found(text, limit)
    let unsearched = try await session.store.history.unsearched(by: HistoryFilter(reading: text))
    if unsearched > 0 { console.note("\(unsearched.counted("body is", "bodies are")) too large to be searched.") }
    if printsJSON { return console.print(.array(listed.map(\.json))) }
    if listed.isEmpty { console.note(text.isEmpty ? "Nothing has been sent yet." : "Nothing matches.") }
    ListTable(HistoryEntry.headings, listed.map(\.cells)).print(on: console)
  }

  func show(_ name: String) async throws {
    let kept = try await session.history.kept(name)
    let value = kept.exchange.exported
    if printsJSON { return console.print(value) }
    for line in kept.lines(value) { console.print(line) }
  }
}

extension HistoryEntry {
  fileprivate var line: String { cells.map(\.text).filter { !$0.isEmpty }.joined(separator: "  ") }

  fileprivate static let headings = ["NUMBER", "SENT", "METHOD", "STATUS", "TOOK", "REQUEST", "URL", "REMARKS"]

  fileprivate var cells: [ListTable.Cell] {
    let outcome = status.map { "\($0)" } ?? errorCode ?? "failed"
    let remarks = [
      environment.map { "in \($0)" }, isPinned ? "pinned" : nil,
      served.map { $0 == .edited ? "from the cache, edited by hand" : "from the cache" },
    ]
    return [
      .init("\(sequence)", .muted), .init(startedAt.iso8601, .muted, .moment), .init(method),
      .init(outcome, status.map(ListTable.Look.status) ?? .bad), .init(duration?.milliseconds ?? ""), .init(name ?? ""),
      .init(url, .plain, .address), .init(remarks.compactMap(\.self).joined(separator: "  "), .muted, .remark),
    ]
  }

  fileprivate var json: JSONValue {
    var object: JSONValue = [
      "number": .number(JSONNumber(sequence)), "id": .string(id.rawValue), "startedAt": .string(startedAt.iso8601),
      "method": .string(method), "url": .string(url), "bytes": .number(JSONNumber(size)), "pinned": .bool(isPinned),
    ]
    object["name"] = name.map(JSONValue.string)
    object["environment"] = environment.map(JSONValue.string)
    object["status"] = status.map { .number(JSONNumber($0)) }
    object["served"] = served.map { .string($0.rawValue) }
    object["code"] = errorCode.map(JSONValue.string)
    object["ms"] = duration.map { .number(JSONNumber(Int($0 / .milliseconds(1)))) }
    return object
  }
}

extension KeptExchange {
  /// As `parley send --verbose` would have it: what was sent, then what came back, masked.
  fileprivate func lines(_ value: JSONValue) -> [String] {
    let secrets = exchange.secrets
    let sent = ["> \(exchange.request.method) \(Printable.text(secrets.masking(exchange.request.url)))"]
    let answer: [String]
    switch exchange.outcome {
    case .failure(let error): answer = ["✗ \(Printable.text(error.summary))"]
    case .authorizationFailed(let error): answer = ["✗ \(Printable.text(error.summary))"]
    case .response(let response):
      let interruption = exchange.interruption.map { "✗ not whole: \(Printable.text($0.summary))" }
      answer = ["< \(response.status.code) \(response.status.reasonPhrase)"] + [interruption].compactMap(\.self)
    }
    let headers = { (mark: String, part: String) in
      (value[part]?["headers"]?.object ?? JSONObject()).map { "\(mark) \($0.key): \(Self.text($0.value))" }
    }
    if exchange.response?.isInFileAlone == true {
      return [entry.line] + sent + headers(">", "request") + answer + headers("<", "response")
        + ["", "The body is not kept: it was written to a file."]
    }
    let body =
      value["response"]?["body"].map { ["", Printable.lines($0.string ?? JSONPrinter.pretty.string(of: $0))] } ?? []
    return [entry.line] + sent + headers(">", "request") + answer + headers("<", "response") + body
  }

  private static func text(_ value: JSONValue) -> String {
    Printable.text(value.string ?? JSONPrinter.pretty.string(of: value))
  }
}

extension Response {
  /// Whether bytes came of which the history has none: they are in the file that they were saved to.
  fileprivate var isInFileAlone: Bool {
    body.count == 0 && bytesOnWire > 0 && status.kind == .successful && headers[.contentEncoding] == nil
  }
}
