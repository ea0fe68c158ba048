package import ParleyEngine

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

/// Which lines are wanted. They are counted from 0.
package struct CacheQuery: Hashable, Sendable {
  /// As a person writes it: words, and fields.
  package var filter: String
  package var sort: CacheSort
  /// The unfolded parts, where entries are shown as a tree; nil for one line an entry.
  package var tree: Set<ExactString>?
  package var offset: Int
  /// The entry to show a window around, if it is in the list; then `offset` is ignored.
  package var around: CacheEntryID?
  package var count: Int
  /// The moment whose entries are listed; nil for now.
  package var moment: ShownMoment?

  package init(
    filter: String = "", sort: CacheSort = CacheSort(), tree: Set<ExactString>? = nil, offset: Int = 0,
    around: CacheEntryID? = nil, count: Int
  ) {
    self.filter = filter
    self.sort = sort
    self.tree = tree
    self.offset = offset
    self.around = around
    self.count = count
  }
}

/// An action on cache entries.
package struct CacheIntent: Hashable, Sendable {
  package enum Job: Hashable, Sendable {
    case expire
    case remove
    case pin(Bool)
    /// Lets them expire, and sends their requests again as their files have them now.
    case askAgain
    /// Makes mocks of them.
    case mock
  }

  package var entries: [CacheEntryID]
  package var job: Job
  /// Whether it is a piece of more: then a failure of one entry does not keep the others from being done.
  package var isPart: Bool

  package init(_ job: Job, _ entries: [CacheEntryID], isPart: Bool = false) {
    self.entries = entries
    self.job = job
    self.isPart = isPart
  }
}

/// The outcome of an action on cache entries.
package struct CacheOutcome: Hashable, Sendable {
  /// To how many entries it was done.
  package var done: Int
  /// The reasons why it was not done to the others.
  package var refusals: [Refusal]
  /// The file that mocks were written to, within the workspace.
  package var file: String?

  package struct Refusal: Hashable, Sendable {
    package var entry: String
    package var problem: Problem

    package init(_ entry: String, _ problem: Problem) {
      self.entry = entry
      self.problem = problem
    }
  }

  package init(done: Int, refusals: [Refusal] = [], file: String? = nil) {
    self.done = done
    self.refusals = refusals
    self.file = file
  }
}
