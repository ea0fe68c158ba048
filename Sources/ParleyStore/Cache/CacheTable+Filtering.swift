internal import GRDB
import ParleyEngine

extension Condition {
  /// The same as `CacheCondition.holds` says of a listing.
  init(_ condition: CacheCondition) {
    let positive = Condition(condition.fact)
    self = condition.isNegated ? positive.negated : positive
  }

  private init(_ fact: CacheCondition.Fact) {
    switch fact {
    case .word(let word): self.init(word: word)
    case .text(let field, let part):
      self.init("instr(lower(coalesce(\(field.column), '')), lower(?)) > 0", [part])
    case .number(let field, let range):
      self.init("\(field.rawValue) BETWEEN ? AND ?", [range.lowerBound, range.upperBound])
    case .since(let time): self.init("received >= ?", [time.microseconds])
    case .until(let time): self.init("received <= ?", [time.microseconds])
    case .freshness(let freshness, let now): self.init(freshness, at: now.microseconds)
    case .isEdited: self.init("coalesce(\(CacheTable.indexed("edited")), 0) = 1", [])
    case .isPinned: self.init("pinned = 1", [])
    case .isSecret: self.init("key IS NOT NULL", [])
    }
  }

  /// A second is what clocks are adjusted by all the time.
  private init(_ freshness: CacheCondition.Freshness, at now: Int64) {
    let (isEarly, second) = ("received > ?", 1_000_000 as Int64)
    switch freshness {
    case .expired:
      self.init("(expired = 1 OR \(isEarly) OR coalesce(fresh_until <= ?, 0))", [now + second, now])
    case .fresh: self.init("expired = 0 AND NOT \(isEarly) AND coalesce(fresh_until > ?, 0)", [now + second, now])
    case .stale: self.init("expired = 0 AND (\(isEarly) OR coalesce(fresh_until <= ?, 0))", [now + second, now])
    case .revalidated: self.init("expired = 0 AND NOT \(isEarly) AND fresh_until IS NULL", [now + second])
    }
  }
}

extension CacheCondition.Field {
  fileprivate var column: String {
    switch self {
    case .url, .method, .name: rawValue
    case .type: CacheTable.indexed("type")
    case .group: "grouping"
    case .origin:
      """
      substr(url, 1, instr(url, '://') + 1 + instr(replace(substr(url, instr(url, '://') + 3), '?', '/') || '/', '/'))
      """
    }
  }
}
