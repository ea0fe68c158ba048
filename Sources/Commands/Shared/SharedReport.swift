import ParleyEngine
import ParleyText
import ParleyWorkspace

/// How shared data is printed: in columns for people, as JSON for programs. Secrets are masked unless they were asked for.
struct SharedReport: Sendable {
  private static let longestValue = 60

  let printsJSON: Bool
  let reveals: Bool
  let console: any Console
  var now: @Sendable () -> Timestamp = Timestamp.now

  /// The value alone, exactly as it is; on a terminal nothing that the terminal would act on.
  func value(of entry: SharedEntry) {
    if printsJSON { return console.print(json(entry)) }
    let bytes = entry.value?.contentBytes ?? []
    guard console.writesToTerminal else { return console.pass(bytes) }
    console.print(entry.value?.text ?? "\(bytes.count) bytes")
  }

  /// Prints the decoded value: JSON laid out, bytes as they are; its encoding goes to standard error.
  func decoded(_ entry: SharedEntry) {
    guard let decoded = entry.value.flatMap(DecodedValue.init) else {
      console.note("The value is not encoded.")
      return value(of: entry)
    }
    console.note(decoded.title(at: .now()))
    if printsJSON { return console.print(json(entry, decoded)) }
    switch decoded.shown {
    case .json(let value): console.print(value, by: .pretty)
    case .bytes(let bytes) where console.writesToTerminal:
      console.print(bytes.map { $0.hexadecimal(digits: 2) }.joined(separator: " "))
    case .bytes(let bytes): console.pass(bytes)
    case let shown: console.print(shown.text ?? "")
    }
  }

  private func json(_ entry: SharedEntry, _ decoded: DecodedValue) -> JSONValue {
    var object = json(entry)
    object["value"] = decoded.shown.inJSON
    object["encoded"] = .array(decoded.encodings.map { .string($0.words) })
    return object
  }

  /// Reports the state of a key.
  func entry(_ entry: SharedEntry) {
    printsJSON ? console.print(json(entry)) : console.note(line(entry))
  }

  func list(_ entries: [SharedEntry]) {
    if printsJSON { return console.print(.array(entries.map(json))) }
    ListTable(Self.headings, entries.map(cells)).print(on: console)
  }

  /// The changes of one key, the newest first, each with what it changed.
  /// - Parameter limit: as many are listed; one more says what the last of them changed.
  func history(_ entries: [SharedEntry], limit: Int) {
    let shown = entries.indices.prefix(limit)
    let changes = shown.map { place in
      place + 1 < entries.count
        ? SharedChangeWords.between(entries[place + 1], entries[place]) : SharedChangeWords.ofFirst(entries[place])
    }
    if printsJSON {
      return console.print(
        .array(
          zip(shown, changes).map { place, words in
            var object = json(entries[place])
            object["changed"] = words.map(JSONValue.string)
            return object
          }))
    }
    ListTable(
      ["KEY", "CHANGE"] + Self.headings.dropFirst(),
      zip(shown, changes).map { place, words in
        var row = cells(entries[place])
        row.insert(ListTable.Cell(words ?? ""), at: 1)
        return row
      }
    ).print(on: console)
  }

  private static let headings = [
    "KEY", "VALUE", "TYPE", "ENCRYPTED WITH", "WRITTEN BY", "TIME", "EXPIRY", "OWNER",
  ]

  private func cells(_ entry: SharedEntry) -> [ListTable.Cell] {
    let expiry: ListTable.Look = entry.isExpired(at: now()) ? .odd : .muted
    let looks: [ListTable.Look] = [.plain, .plain, .muted, .muted, .muted, .muted, expiry, .muted]
    let kinds = Self.headings.map { $0 == "TIME" ? ListTable.Kind.moment : .words }
    return zip(columns(entry), zip(looks, kinds)).map { ListTable.Cell($0, $1.0, $1.1) }
  }

  /// One line, or one JSON object a line.
  func change(_ change: SharedChange) {
    guard printsJSON else { return console.print(line(change.entry)) }
    console.print(json(change.entry), by: .compact)
  }

  private func line(_ entry: SharedEntry) -> String {
    columns(entry).filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private func columns(_ entry: SharedEntry) -> [String] {
    let columns = [
      entry.key.name, shownValue(of: entry), entry.kind?.rawValue ?? "", entry.cipher ?? "–", entry.writer ?? "",
      entry.at.iso8601, expiry(of: entry), entry.isTeams ? "team" : "",
    ]
    return columns.map { Printable.text($0) }
  }

  private func expiry(of entry: SharedEntry) -> String {
    if let expires = entry.expires { return words(expires) }
    return tokenExpiry(of: entry).map { "token \(words($0))" } ?? ""
  }

  private func words(_ expires: Timestamp) -> String {
    let left = now().duration(to: expires)
    return left > .zero ? "expires in \(left.inRoundWords)" : "expired"
  }

  /// Of the first token in a value that may be seen.
  private func tokenExpiry(of entry: SharedEntry) -> Timestamp? {
    entry.isSecret && !reveals ? nil : entry.tokenExpires
  }

  func shownValue(of entry: SharedEntry) -> String {
    switch entry.content {
    case .removed: "removed"
    case .hidden where entry.isLocked: "\(Secrets.mask) locked"
    case .unreadable(let problem): "✗ \(problem.summary)"
    case .value(let value) where !entry.isSecret || reveals:
      value.text.map { $0.count > Self.longestValue ? "\($0.prefix(Self.longestValue - 1))…" : $0 }
        ?? "\(value.contentBytes.count) bytes"
    default: Secrets.mask
    }
  }

  func json(_ entry: SharedEntry) -> JSONValue {
    var object: JSONValue = [
      "key": .string(entry.key.name), "change": .number(JSONNumber(entry.sequence)), "at": .string(entry.at.iso8601),
      "secret": .bool(entry.isSecret), "removed": .bool(entry.content == .removed),
    ]
    object["environment"] = entry.key.environment.map(JSONValue.string)
    object["type"] = entry.kind.map { .string($0.rawValue) }
    object["cipher"] = entry.cipher.map(JSONValue.string)
    object["expires"] = entry.expires.map { .string($0.iso8601) }
    if entry.expires != nil { object["expired"] = .bool(entry.isExpired(at: now())) }
    object["tokenExpires"] = tokenExpiry(of: entry).map { .string($0.iso8601) }
    object["writer"] = entry.writer.map(JSONValue.string)
    if entry.isTeams { object["team"] = true }
    if !entry.isSecret || reveals { object["value"] = entry.value?.inJSON }
    if entry.isLocked { object["locked"] = true }
    object["problem"] = entry.problem.map { .string($0.summary) }
    return object
  }
}

extension SharedValue {
  /// Bytes in base64.
  fileprivate var inJSON: JSONValue {
    json ?? .string(Base64.encode(contentBytes))
  }
}
