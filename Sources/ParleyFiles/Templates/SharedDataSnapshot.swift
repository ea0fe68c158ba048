package import ParleyEngine

/// The shared data that templates know before they are resolved: which keys are secrets, and what some of them hold.
package struct SharedDataSnapshot: Sendable {
  /// The displayed details of a key's value.
  package struct Known: Sendable, Equatable {
    /// Nil for a secret, and for what has no text.
    package let preview: String?
    package let writer: String?
    package let isSecret: Bool
    package let expires: Timestamp?
  }

  private static let longestPreview = 1_000

  private var rules = SharedRules()
  private var keys: [ExactString: Known] = [:]
  /// The moment that it is of; nil for now.
  private var moment: Timestamp?
  /// Whether no key is there but those it knows.
  private var isComplete = false

  package init() {}

  /// The rules of the workspace's files, without any key.
  package init(_ workspace: Workspace) {
    rules = workspace.sharedRules
  }

  /// The rules of the workspace's files, and keys as they are now: all of them, or the first ones.
  package init(_ workspace: Workspace, _ page: SharedPage) {
    self.init(workspace)
    isComplete = page.entries.count >= page.total
    for entry in page.entries { note(entry) }
  }

  /// The rules of the workspace's files, and the keys as they were at an earlier moment, by their last changes until then.
  package init(_ workspace: Workspace, asOf moment: Timestamp, _ entries: [SharedEntry]) {
    self.init(workspace)
    self.moment = moment
    for entry in entries { note(entry) }
  }

  /// A key that is there, and has not expired.
  package subscript(name: String) -> Known? {
    guard let known = keys[name], known.expires.map({ $0 > moment ?? .now() }) ?? true else { return nil }
    return known
  }

  /// Of the keys that are there, in their order.
  package var names: [String] { keys.names }

  /// Whether it is certain that a key has no value: it is not there, or has expired.
  package func lacks(_ name: String) -> Bool { self[name] == nil && (isComplete || has(name)) }

  /// Whether a key of this name is there.
  func has(_ name: String) -> Bool { keys[name] != nil }

  /// Whether the value of a key must be masked. Of the ciphers only gzip hides nothing.
  package func isSecret(_ name: String) -> Bool {
    let cipher = rules.rule(for: name)?.cipher
    return keys[name]?.isSecret == true || cipher != nil && cipher != CipherDefinition.gzip
  }

  package mutating func note(_ entry: SharedEntry) {
    let preview = entry.isSecret ? nil : entry.value?.text.map { String($0.prefix(Self.longestPreview)) }
    let isThere = entry.content != .removed
    keys[entry.key.name] =
      isThere ? Known(preview: preview, writer: entry.writer, isSecret: entry.isSecret, expires: entry.expires) : nil
  }
}
