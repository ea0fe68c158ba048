/// What stands in the newest lines of the log, for filters to be completed from.
public struct LogVocabulary: Hashable, Sendable {
  public var kinds: [String]
  public var names: [String]
  public var methods: [String]
  public var servers: [String]
  public var codes: [String]
  public var statuses: [Int]

  public init(
    kinds: [String] = [], names: [String] = [], methods: [String] = [], servers: [String] = [],
    codes: [String] = [],
    statuses: [Int] = []
  ) {
    self.kinds = kinds
    self.names = names
    self.methods = methods
    self.servers = servers
    self.codes = codes
    self.statuses = statuses
  }

  /// Everything that these lines say.
  public init(of entries: some Sequence<LogEntry>) {
    let facts = entries.compactMap { EventFacts($0) }
    self.init(
      kinds: Self.sorted(facts.map { $0[.kind] }), names: Self.sorted(facts.map { $0[.name] }),
      methods: Self.sorted(facts.map { $0[.method] }),
      servers: Self.sorted(facts.map { $0[.server] }),
      codes: Self.sorted(facts.map { $0[.code] }),
      statuses: Set(facts.compactMap { $0[.status] }).sorted())
  }

  private static func sorted(_ facts: [String?]) -> [String] {
    Set(facts.compactMap(\.self)).filter { !$0.isEmpty }.sorted()
  }
}

/// A filter that was kept under a name.
public struct SavedFilter: Hashable, Sendable, Codable {
  public var name: String
  public var text: String

  public init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}
