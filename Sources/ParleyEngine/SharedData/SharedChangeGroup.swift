/// Changes that are told together: one, or those that were made as one batch.
struct SharedChangeGroup: Sendable {
  /// From so many keys on, a batch is told as a whole: one by one they would drown everything else.
  static let leastKeys = 10

  struct Change: Sendable {
    let record: SharedRecord
    /// Of a removal, the change that had set the key.
    let removed: SharedRecord?
  }

  let first: SharedRecord
  /// Empty once there are too many for each to be told.
  private(set) var changes: [Change] = []
  private(set) var keys: [SharedKey] = []
  /// Whether it only removes keys.
  private(set) var isRemoval = true

  init(_ first: SharedRecord) {
    self.first = first
  }

  var isLarge: Bool { keys.count >= Self.leastKeys }

  /// Whether a change is part of it.
  func takes(_ record: SharedRecord) -> Bool { first.batch != nil && first.batch == record.batch }

  /// Of a large one nothing is held but the keys.
  mutating func add(_ record: SharedRecord, removed: SharedRecord?) {
    keys.append(record.key)
    isRemoval = isRemoval && record.content == nil
    if isLarge { changes = [] } else { changes.append(Change(record: record, removed: removed)) }
  }
}
