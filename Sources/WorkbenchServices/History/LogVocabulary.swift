import ParleyText

/// The words in the newest lines of the log, for completing filters.
package struct LogVocabulary: Hashable, Sendable {
  package var kinds: [String]
  package var names: [String]
  package var methods: [String]
  package var servers: [String]
  package var codes: [String]
  package var statuses: [Int]

  package init(
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
  package init(of entries: some Sequence<LogEntry>) {
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
package struct SavedFilter: Hashable, Sendable, Codable {
  package var name: String
  package var text: String

  package init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}
