import HTTPTypes
import ParleyEngine
import ParleyText
import ParleyWorkspace

/// How the cache is printed: in columns for people, as JSON for programs.
struct CacheReport: Sendable {
  let printsJSON: Bool
  let console: any Console
  private let now = Timestamp.now()

  init(printsJSON: Bool, console: any Console) {
    self.printsJSON = printsJSON
    self.console = console
  }

  func list(_ listings: [CacheListing]) {
    if printsJSON { return console.print(.array(listings.map { $0.json(at: now) })) }
    guard !listings.isEmpty else { return console.note("The cache is empty.") }
    let address = Self.headings.firstIndex(of: "URL")
    ListTable(
      Self.headings,
      listings.map { listing in
        columns(listing).enumerated().map { ListTable.Cell($1, .plain, $0 == address ? .address : .words) }
      }
    ).print(on: console)
  }

  func tree(_ tree: CacheTree, by sort: CacheSort) {
    if printsJSON { return console.print(tree.json(by: sort)) }
    guard tree.totals.count > 0 else { return console.note("The cache is empty.") }
    for line in tree.lines(by: sort) { console.print(Printable.text(line)) }
  }

  /// The body goes to standard output as it is, what is known of it to standard error.
  func entry(_ entry: CacheEntry, _ listing: CacheListing) throws {
    let decision = CacheDecision(reusing: entry, at: now)
    guard !printsJSON else {
      var json = listing.json(at: now)
      json["headers"] = entry.secrets.masking(entry.head.headers).json { $0 }
      json["decision"] = decision.json
      json["exchange"] = entry.exchange.map { .string($0.rawValue) }
      return console.print(json)
    }
    BodyWriter(entry.body).write(to: console.unmasked)
    console.note(columns(listing).filter { !$0.isEmpty }.joined(separator: "  "))
    console.note(decision.summary)
  }

  func decision(_ decision: CacheDecision) {
    printsJSON ? console.print(decision.json) : console.print(decision.summary)
  }

  func refreshed(_ responses: [(id: CacheEntryID, response: Response)]) {
    guard !printsJSON else {
      return console.print(
        .array(
          responses.map { id, response in
            ["id": .number(JSONNumber(id.rawValue)), "status": .number(JSONNumber(response.status.code))]
          }))
    }
    for (id, response) in responses {
      console.note("\(id.rawValue)  \(response.status.code)  \(Printable.text(response.url))")
    }
    console.note("Refreshed \(responses.count.counted("entry", "entries")).")
  }

  func removed(_ count: Int) {
    if printsJSON { return console.print(["removed": .number(JSONNumber(count))]) }
    console.note("Removed \(count.counted("entry", "entries")).")
  }

  private static let headings = [
    "NUMBER", "METHOD", "URL", "VARIES BY", "MODEL", "GROUP", "AGE", "FRESHNESS", "SIZE", "HITS", "HIT RATE", "EDITED",
    "PINNED",
  ]

  private func columns(_ listing: CacheListing) -> [String] {
    let columns = [
      "\(listing.id.rawValue)", listing.method, listing.label.url, listing.varying ?? "",
      listing.label.model.map { "\($0)".cut(to: 40) } ?? "",
      listing.group ?? listing.credentials ?? "", "\(listing.age(at: now).inRoundWords) old",
      listing.state(at: now).words,
      "\(listing.size) bytes", listing.hits == 1 ? "1 hit" : "\(listing.hits) hits", listing.usage.rateWords,
      listing.isEdited ? "edited" : "", listing.isPinned ? "pinned" : "",
    ]
    return columns.map { Printable.text($0) }
  }
}

extension CacheListing {
  fileprivate func json(at now: Timestamp) -> JSONValue {
    var object: JSONValue = [
      "id": .number(JSONNumber(id.rawValue)), "method": .string(method), "url": .string(label.url),
      "status": .number(JSONNumber(status)), "size": .number(JSONNumber(size)), "hits": .number(JSONNumber(hits)),
      "received": .string(receivedAt.iso8601), "used": .string(lastUsedAt.iso8601), "pinned": .bool(isPinned),
      "secret": .bool(isSecret), "state": .string(state(at: now).words), "edited": .bool(isEdited),
      "revalidations": .number(JSONNumber(revalidations)), "fetches": .number(JSONNumber(fetches)),
    ]
    object["hitRate"] = usage.rate.map { .number(JSONNumber($0)) }
    object["type"] = mediaType.map(JSONValue.string)
    object["request"] = label.name.map(JSONValue.string)
    object["model"] = label.model
    object["environment"] = environment.map(JSONValue.string)
    object["group"] = group.map(JSONValue.string)
    object["credentials"] = credentials.map(JSONValue.string)
    object["varying"] = varying.map(JSONValue.string)
    object["freshUntil"] = freshUntil.map { .string($0.iso8601) }
    return object
  }
}

extension CacheListing.State {
  fileprivate var words: String {
    switch self {
    case .fresh(let rest): "fresh for \(rest.inRoundWords)"
    case .stale(let since): "stale for \(since.inRoundWords)"
    case .unlimited: "always revalidated"
    case .expired: "expired by hand"
    }
  }
}

extension CacheUsage {
  /// Of all requests the part for which nothing was sent, as in `67% from cache`.
  var rateWords: String { rate.map { "\($0)% from cache" } ?? "" }
}

extension CacheDecision {
  var json: JSONValue {
    ["action": .string(action.rawValue), "code": .string(code), "summary": .string(summary)]
  }
}

extension String {
  fileprivate func cut(to length: Int) -> String {
    count > length ? "\(prefix(length - 1))…" : self
  }
}
