/// Notes on a node that few nodes have: how its request and response went over the wire, which rows its filter dropped, what ran
/// beside it, and which names in its output are secret.
struct RareNotes: Sendable, Hashable {
  var sends: [RecordedSend] = []
  var cached: NodeRecord.CacheUse?
  var isMock = false
  var rows: RowAccount?
  var overlaps: [StepOverlap] = []
  var pauses: [Range<Timestamp>] = []
  var secretNames: [String] = []
  var isMasked = false
}

extension NodeTrace.Notes {
  /// The sends of attempts that sent their request more than once, in order.
  package var sends: [RecordedSend] {
    get { rareNotes?.sends ?? [] }
    set { changeRare { $0.sends = newValue } }
  }

  /// The use of the cache for its response; nil where the server sent all of it.
  package var cached: NodeRecord.CacheUse? {
    get { rareNotes?.cached }
    set { changeRare { $0.cached = newValue } }
  }

  /// Whether a mock replied, and no server.
  package var isMock: Bool {
    get { rareNotes?.isMock ?? false }
    set { changeRare { $0.isMock = newValue } }
  }

  /// The account of the rows of a list that went through its filter.
  package var rows: RowAccount? {
    get { rareNotes?.rows }
    set { changeRare { $0.rows = newValue } }
  }

  /// Steps that ran at the same time and used the same thing.
  package var overlaps: [StepOverlap] {
    get { rareNotes?.overlaps ?? [] }
    set { changeRare { $0.overlaps = newValue } }
  }

  /// The times in which the step itself waited for a person, in order.
  package var pauses: [Range<Timestamp>] {
    get { rareNotes?.pauses ?? [] }
    set { changeRare { $0.pauses = newValue } }
  }

  /// Names of members in its output that were made of secrets. They can be looked for.
  package var secretNames: [String] {
    get { rareNotes?.secretNames ?? [] }
    set { changeRare { $0.secretNames = newValue } }
  }

  /// Whether a mask stands in its output for what another machine has not told.
  package var isMasked: Bool {
    get { rareNotes?.isMasked ?? false }
    set { changeRare { $0.isMasked = newValue } }
  }

  private mutating func changeRare(_ change: (inout RareNotes) -> Void) {
    var notes = rareNotes ?? RareNotes()
    change(&notes)
    rareNotes = notes
  }
}

// Beside the others, so that any version of the engine reads what it knows.
extension RareNotes {
  private enum Key: String, CodingKey {
    case sends, cached, mock, rows, overlaps, pauses, secretNames, masked
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    sends = (try container.decodeIfPresent([RecordedSend].self, forKey: .sends) ?? []).map(\.bounded)
    cached = try container.decodeIfPresent(NodeRecord.CacheUse.self, forKey: .cached)?.bounded
    isMock = try container.decodeIfPresent(Bool.self, forKey: .mock) ?? false
    rows = try container.decodeIfPresent(RowAccount.self, forKey: .rows)?.bounded
    overlaps = try container.decodeIfPresent([StepOverlap].self, forKey: .overlaps) ?? []
    secretNames = try container.decodeIfPresent([String].self, forKey: .secretNames) ?? []
    isMasked = try container.decodeIfPresent(Bool.self, forKey: .masked) ?? false
    let times = try container.decodeIfPresent([Int64].self, forKey: .pauses) ?? []
    pauses = stride(from: 0, to: times.count - 1, by: 2).map { place in
      let start = Timestamp(microseconds: times[place])
      return start..<max(start, Timestamp(microseconds: times[place + 1]))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    if !sends.isEmpty { try container.encode(sends, forKey: .sends) }
    try container.encodeIfPresent(cached, forKey: .cached)
    if isMock { try container.encode(true, forKey: .mock) }
    try container.encodeIfPresent(rows, forKey: .rows)
    if !overlaps.isEmpty { try container.encode(overlaps, forKey: .overlaps) }
    if isMasked { try container.encode(true, forKey: .masked) }
    if !secretNames.isEmpty { try container.encode(secretNames, forKey: .secretNames) }
    guard !pauses.isEmpty else { return }
    try container.encode(
      pauses.flatMap { [$0.lowerBound.microseconds, $0.upperBound.microseconds] }, forKey: .pauses)
  }
}
