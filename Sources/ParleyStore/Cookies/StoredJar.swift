import ParleyEngine

/// The cookies of an environment as they are, and as they were written.
struct StoredJar: Sendable {
  struct Changes: Sendable {
    /// Everything is written again, because nobody knows what is there.
    var replacesAll = false
    var set: [Cookie] = []
    var removed: [Cookie.ID] = []
  }

  var cookies: CookieJar
  /// The cookies on the disk; nil when they are not known.
  var written: [Cookie.ID: Cookie]?
  var isChanged = false

  init(_ cookies: [Cookie] = []) {
    self.cookies = CookieJar(cookies)
    written = Dictionary(cookies.map { ($0.id, $0) }) { first, _ in first }
  }

  /// Takes the changes to write, so that the disk has the cookies of this jar, less the expired ones.
  mutating func takeChanges(at now: Timestamp) -> Changes {
    guard isChanged else { return Changes() }
    let current = Dictionary(cookies.cookies(at: now).map { ($0.id, $0) }) { first, _ in first }
    let before = written ?? [:]
    let changes = Changes(
      replacesAll: written == nil, set: current.values.filter { before[$0.id] != $0 },
      removed: before.keys.filter { current[$0] == nil })
    (written, isChanged) = (current, false)
    return changes
  }
}
