package import ParleyEngine

/// What the screen of the cache asks of the world behind it.
package protocol CacheServices: Sendable {
  /// Some entries of the active environment, what was used last first.
  func cache(_ query: CacheQuery) async throws -> CachePage
  /// An entry with all that is known of it, and why it would or would not be used now; nil when it is gone.
  func cacheEntry(_ id: CacheEntryID) async throws -> SendingExplained?
  func perform(_ intent: CacheIntent) async throws
  /// Makes a mock of an entry; its file is given, within the workspace. Nil when the entry is gone.
  func keepCachedAsMock(_ id: CacheEntryID) async throws -> String?
  /// Makes all requests of this session use cache and network so.
  func use(_ mode: CacheMode) async throws -> WorkspaceSnapshot
  /// The body of an entry as text, for an editor; nil when the entry is gone.
  func cachedText(_ id: CacheEntryID) async throws -> CachedText?
  /// Puts what an editor made of it in its place.
  func replaceCached(_ id: CacheEntryID, with text: String) async throws
  /// An entry beside what its server replies now, which changes nothing here; nil when the entry is gone.
  func cacheDifference(_ id: CacheEntryID) async throws -> ResponseDifference?
}

/// The body of an entry, as it goes to an editor.
package struct CachedText: Hashable, Sendable {
  package var text: String
  /// Such as `.json`.
  package var suffix: String
  /// Whether it may reach no disk.
  package var isSecret: Bool

  package init(_ text: String, suffix: String, isSecret: Bool) {
    self.text = text
    self.suffix = suffix
    self.isSecret = isSecret
  }
}

/// Two responses to the same request, in lines that can be laid beside each other.
package struct ResponseDifference: Hashable, Sendable {
  package struct Side: Hashable, Sendable {
    /// Status and headers.
    package var head: [String]
    /// Nil where nobody may see it.
    package var body: [String]?

    package init(head: [String], body: [String]?) {
      self.head = head
      self.body = body
    }
  }

  package var kept: Side
  package var origin: Side
  /// Whether the bodies are the same, byte for byte or as JSON.
  package var hasEqualBodies: Bool

  package init(kept: Side, origin: Side, hasEqualBodies: Bool) {
    self.kept = kept
    self.origin = origin
    self.hasEqualBodies = hasEqualBodies
  }
}

/// Which entries are wanted. They are counted from 0.
package struct CacheQuery: Hashable, Sendable {
  /// Words that an entry has to hold.
  package var words: String
  package var offset: Int
  package var count: Int

  package init(words: String = "", offset: Int = 0, count: Int) {
    self.words = words
    self.offset = offset
    self.count = count
  }
}

/// What is to be done to entries.
package enum CacheIntent: Hashable, Sendable {
  case expire(CacheEntryID)
  case remove(CacheEntryID)
  case pin(CacheEntryID, Bool)
  /// Removes all that hold the words.
  case clear(words: String)
  /// Lets it expire, and sends its request again as its file has it now.
  case askAgain(CacheEntryID)
}
