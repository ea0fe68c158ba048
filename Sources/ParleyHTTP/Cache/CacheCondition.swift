/// A condition that an entry of a cache must meet, or must not meet, to be chosen.
package struct CacheCondition: Sendable, Hashable {
  /// Texts are looked for in any casing.
  package enum Fact: Sendable, Hashable {
    /// Method, URL, request or group holds it.
    case word(String)
    /// A part of it holds this.
    case text(Field, String)
    case number(NumberField, ClosedRange<Int>)
    /// Received then or later; then or earlier.
    case since(Timestamp)
    case until(Timestamp)
    /// How fresh it is at that moment.
    case freshness(Freshness, at: Timestamp)
    case isEdited, isPinned, isSecret
  }

  package enum Field: String, Sendable, Hashable, CaseIterable {
    case url, origin, method, name, group, type
  }

  package enum NumberField: String, Sendable, Hashable, CaseIterable {
    case status, size, hits
  }

  /// As lists name the state of an entry.
  package enum Freshness: String, Sendable, Hashable, CaseIterable {
    case fresh, stale, expired, revalidated

    /// Entries past their time have expired, too, as everybody would say.
    fileprivate func isFound(by wanted: Freshness) -> Bool { self == wanted || wanted == .expired && self == .stale }
  }

  package var fact: Fact
  package var isNegated: Bool

  package init(_ fact: Fact, isNegated: Bool = false) {
    (self.fact, self.isNegated) = (fact, isNegated)
  }

  package func holds(for listing: CacheListing) -> Bool { isMet(by: listing) != isNegated }

  private func isMet(by listing: CacheListing) -> Bool {
    switch fact {
    case .word(let word): listing.searchText.contains(word.lowercased())
    case .text(let field, let part): listing[field]?.lowercased().contains(part.lowercased()) == true
    case .number(let field, let range): range.contains(listing[field])
    case .since(let time): listing.receivedAt >= time
    case .until(let time): listing.receivedAt <= time
    case .freshness(let freshness, let now): listing.state(at: now).freshness.isFound(by: freshness)
    case .isEdited: listing.isEdited
    case .isPinned: listing.isPinned
    case .isSecret: listing.isSecret
    }
  }
}

extension CacheListing {
  fileprivate subscript(field: CacheCondition.Field) -> String? {
    switch field {
    case .url: label.url
    case .origin: CacheTree.parts(of: label.url).first
    case .method: method
    case .name: label.name
    case .group: group
    case .type: mediaType
    }
  }

  fileprivate subscript(field: CacheCondition.NumberField) -> Int {
    switch field {
    case .status: status
    case .size: size
    case .hits: hits
    }
  }
}

extension CacheListing.State {
  /// The state in one word.
  package var freshness: CacheCondition.Freshness {
    switch self {
    case .fresh: .fresh
    case .stale: .stale
    case .expired: .expired
    case .unlimited: .revalidated
    }
  }
}

extension CacheListing.State {
  /// How long it is still used without asking; nil where it is not.
  package var timeLeft: Duration? {
    if case .fresh(let rest) = self { rest } else { nil }
  }
}
