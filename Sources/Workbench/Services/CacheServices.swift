public import ParleyEngine

/// What the screen of the cache asks of the world behind it.
public protocol CacheServices: Sendable {
  /// Some entries of the active environment, what was used last first.
  func cache(_ query: CacheQuery) async throws -> CachePage
  /// An entry with all that is known of it, and why it would or would not be used now; nil when it is gone.
  func cacheEntry(_ id: CacheEntryID) async throws -> SendingExplained?
  func perform(_ order: CacheOrder) async throws
}

/// Which entries are wanted. They are counted from 0.
public struct CacheQuery: Hashable, Sendable {
  /// Words that an entry has to hold.
  public var words: String
  public var offset: Int
  public var count: Int

  public init(words: String = "", offset: Int = 0, count: Int) {
    self.words = words
    self.offset = offset
    self.count = count
  }
}

/// What is to be done to entries.
public enum CacheOrder: Hashable, Sendable {
  case expire(CacheEntryID)
  case remove(CacheEntryID)
  case pin(CacheEntryID, Bool)
  /// Removes all that hold the words.
  case clear(words: String)
  /// Lets it expire, and sends its request again as its file has it now.
  case askAgain(CacheEntryID)
}
