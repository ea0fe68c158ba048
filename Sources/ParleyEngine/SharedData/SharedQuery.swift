/// Which keys, and which window of them.
public struct SharedQuery: Sendable, Hashable {
  /// From where it is looked: the environment's own keys, and those that all share.
  package var environment: String?
  /// Says of each name which of the two it is.
  package var rules: SharedRules
  /// Only names that begin so.
  package var prefix: String
  /// Text that the name must hold, whatever its case (ASCII).
  package var filter: String
  /// Further conditions; all of them must hold.
  package var conditions: [SharedCondition] = []
  /// Whether only names without a dot behind the prefix are meant.
  package var isDirect = false
  /// Only names that come after this one, byte by byte.
  package var after: String?
  /// Keys that are kept elsewhere, and not looked for here; nil for none.
  package var excluded: SharedKeySelection?
  /// The only keys that are looked for; nil for all of them.
  package var selected: SharedKeySelection?
  /// Whether only keys are looked for that no team shares.
  package var isOwnOnly = false
  /// The order in which the window is cut out.
  package var sort = SharedSort()
  /// Whether all keys are counted; otherwise the page's total is 0.
  package var isCounted = true
  /// How many keys are passed over before the window.
  package var offset: Int
  /// The most keys of the window.
  package var limit: Int

  /// A query for the keys that an environment sees.
  package init(
    environment: String?, rules: SharedRules, prefix: String = "", filter: String = "", offset: Int = 0,
    limit: Int = .max
  ) {
    self.environment = environment
    self.rules = rules
    self.prefix = prefix
    self.filter = filter
    self.offset = offset
    self.limit = limit
  }
}

/// A condition for a key: a fact about its last change that is known without its value.
package struct SharedCondition: Sendable, Hashable {
  /// A fact that a storage knows about a key. Texts are searched for regardless of case (ASCII).
  package enum Fact: Sendable, Hashable {
    /// The name holds this text.
    case name(String)
    /// The value is of this kind.
    case kind(SharedValue.Kind)
    /// The writer's name holds this text.
    case writer(String)
    /// The cipher's name holds this text; nil for keys without one.
    case cipher(String?)
    /// Written at this moment or later.
    case since(Timestamp)
    /// Written at this moment or earlier.
    case until(Timestamp)
    /// As many bytes as the value is kept in.
    case size(ClosedRange<Int>)
    /// Expires at a moment in this range; nil for keys that never do.
    case expires(ClosedRange<Timestamp>?)
  }

  package var fact: Fact
  /// Whether it must not hold.
  package var isNegated: Bool

  package init(_ fact: Fact, isNegated: Bool = false) {
    self.fact = fact
    self.isNegated = isNegated
  }
}

/// The order of keys in a list. What is equal stands in the order of the names.
package struct SharedSort: Sendable, Hashable {
  /// By what keys are put in order.
  package enum Field: String, Sendable, Hashable, CaseIterable {
    /// Byte by byte.
    case name
    /// In the order in which they were written last.
    case time
    /// By the name of who wrote them last; without one first.
    case writer
    /// By as many bytes as their value is kept in.
    case size
    /// By the time at which they expire; those that never do stand last either way.
    case expiry
  }

  package var field: Field
  /// The other way round: the newest, the largest first.
  package var isDescending: Bool

  package init(_ field: Field = .name, isDescending: Bool = false) {
    self.field = field
    self.isDescending = isDescending
  }
}

/// A window of the keys, as they are kept.
public struct SharedRecordPage: Sendable, Hashable {
  /// How many keys the query finds, whatever its window.
  package var total: Int
  /// Those in the window.
  package var records: [SharedRecord]
  /// The rows of numbers (`SharedDataStorage.lane`) whose keys it is about; nil for all of them.
  package var lanes: Set<Int>?

  /// A window of these records.
  package init(total: Int, records: [SharedRecord]) {
    self.total = total
    self.records = records
  }
}

/// Keys by the next part of their names: `user.` and `page.` below the empty prefix.
public struct SharedLevel: Sendable, Hashable {
  /// Keys that begin alike.
  package struct Group: Sendable, Hashable {
    /// The whole beginning with its dot, such as `user.address.`.
    package var prefix: String
    /// How many keys begin so, however many parts they have.
    package var count: Int

    package init(_ prefix: String, count: Int) {
      self.prefix = prefix
      self.count = count
    }
  }

  /// The first of them, by name.
  package var groups: [Group] = []
  /// How many groups there are.
  package var groupCount = 0
  /// How many keys have no dot behind the prefix.
  package var directCount = 0
  /// How many keys there are, in groups or not.
  package var keyCount = 0

  package init() {}

  /// Counts one more key.
  /// - Parameters:
  ///   - name: begins with the prefix. Names come in their order, byte by byte.
  ///   - prefixLength: in bytes.
  package mutating func add(_ name: String, behind prefixLength: Int, limit: Int) {
    keyCount += 1
    guard let dot = name.utf8.dropFirst(prefixLength).firstIndex(of: UInt8(ascii: ".")) else {
      directCount += 1
      return
    }
    let prefix = name[...dot]
    guard !prefix.utf8.elementsEqual(newest.utf8) else {
      if groupCount <= limit { groups[groups.count - 1].count += 1 }
      return
    }
    newest = String(prefix)
    groupCount += 1
    if groupCount <= limit { groups.append(Group(newest, count: 1)) }
  }

  /// The prefix of the group that was counted last.
  private var newest = ""
}

extension SharedQuery {
  /// Whether a key's last change is among those looked for.
  package func finds(_ record: SharedRecord) -> Bool {
    finds(record.key) && conditions.allSatisfy { $0.accepts(record) }
  }

  /// The same by its name alone.
  package func finds(_ key: SharedKey) -> Bool {
    guard rules.key(key.name, in: environment) == key, key.name.utf8.starts(with: prefix.utf8) else { return false }
    guard excluded?.contains(key) != true, selected?.contains(key) != false else { return false }
    if isDirect, key.name.utf8.dropFirst(prefix.utf8.count).contains(UInt8(ascii: ".")) { return false }
    if let after, !after.utf8.lexicographicallyPrecedes(key.name.utf8) { return false }
    return filter.isEmpty || key.name.holds(filter)
  }
}

extension SharedCondition {
  func accepts(_ record: SharedRecord) -> Bool { holds(for: record) != isNegated }

  private func holds(for record: SharedRecord) -> Bool {
    switch fact {
    case .name(let text): record.key.name.holds(text)
    case .kind(let kind): record.content?.knownKind == kind
    case .writer(let text): record.writer?.holds(text) == true
    case .cipher(nil): record.content?.cipher == nil
    case .cipher(let text?): record.content?.cipher?.holds(text) == true
    case .since(let time): record.at >= time
    case .until(let time): record.at <= time
    case .size(let range): range.contains(record.size)
    case .expires(nil): record.content?.expires == nil
    case .expires(let range?): record.content?.expires.map(range.contains) == true
    }
  }
}

extension SharedSort {
  /// Whether a key stands before another.
  package func puts(_ left: SharedRecord, before right: SharedRecord) -> Bool {
    puts(
      Facts(left.key.name, left.sequence, left.writer, left.size, left.content?.expires),
      before: Facts(right.key.name, right.sequence, right.writer, right.size, right.content?.expires))
  }

  /// The same of entries.
  package func puts(_ left: SharedEntry, before right: SharedEntry) -> Bool {
    puts(
      Facts(left.key.name, left.sequence, left.writer, left.size, left.expires),
      before: Facts(right.key.name, right.sequence, right.writer, right.size, right.expires))
  }

  /// The facts that orders compare.
  package struct Facts {
    let name: String
    let sequence: Int64
    let writer: String
    let size: Int
    let expires: Timestamp?

    package init(_ name: String, _ sequence: Int64, _ writer: String?, _ size: Int, _ expires: Timestamp?) {
      (self.name, self.sequence, self.writer, self.size) = (name, sequence, writer ?? "", size)
      self.expires = expires
    }
  }

  /// The same of anything that has a name.
  package func puts(_ left: Facts, before right: Facts) -> Bool {
    switch field {
    case .name: return isDescending ? right.name.precedes(left.name) : left.name.precedes(right.name)
    case .time: if left.sequence != right.sequence { return (left.sequence < right.sequence) != isDescending }
    case .writer:
      if !left.writer.isIdentical(to: right.writer) { return left.writer.precedes(right.writer) != isDescending }
    case .size: if left.size != right.size { return (left.size < right.size) != isDescending }
    case .expiry:
      guard let one = left.expires, let other = right.expires else {
        if (left.expires == nil) != (right.expires == nil) { return right.expires == nil }
        break
      }
      if one != other { return (one < other) != isDescending }
    }
    return left.name.precedes(right.name)
  }
}

extension SharedRecord {
  /// In bytes, as its cipher made it; 0 for a removal, and for what cannot be read.
  var size: Int {
    guard case .success(let kept)? = content?.kept else { return 0 }
    return kept.bytes.count
  }
}

extension String {
  fileprivate func holds(_ text: String) -> Bool { lowercased().contains(text.lowercased()) }
}
