package import ParleyEngine
package import ParleyText

// The keys of an earlier moment as a list shows them.
extension SharedThen {
  /// The keys that were there, by their names, and that a filter lets through. What it says of values is left to `accepts`.
  package func entries(in data: SharedData, _ filter: SharedFilter = SharedFilter("")) -> [SharedEntry] {
    let conditions = filter.conditions(at: time)
    return keys.compactMap { $0.shown(in: data) }.filter { entry in conditions.allSatisfy { $0.accepts(entry) } }
  }
}

extension SharedThen.Key {
  /// Its last change, or what the run saw where that is another value; nil if it was not there.
  package func shown(in data: SharedData) -> SharedEntry? {
    let entry = isLatestSeen ? latest : entry(in: data)
    return entry?.isRemoval == true ? nil : entry
  }

  /// The number of the change from which on its history is that of the moment; nil if none is kept.
  package var newest: Int64? { latest?.sequence }

  /// Whether the run saw what the last change had written.
  private var isLatestSeen: Bool {
    guard let latest, let use = use?.use, latest.isSecret == use.isSecret else { return change != nil }
    return change != nil || latest.isSecret || latest.value == use.value
  }
}

extension SharedCondition {
  /// The same as of a key that is there now.
  fileprivate func accepts(_ entry: SharedEntry) -> Bool { holds(for: entry) != isNegated }

  private func holds(for entry: SharedEntry) -> Bool {
    switch fact {
    case .name(let text): entry.key.name.holds(text)
    case .kind(let kind): entry.kind == kind
    case .writer(let text): entry.writer?.holds(text) == true
    case .cipher(nil): entry.cipher == nil
    case .cipher(let text?): entry.cipher?.holds(text) == true
    case .since(let time): entry.at >= time
    case .until(let time): entry.at <= time
    case .size(let range): range.contains(entry.size)
    case .expires(nil): entry.expires == nil
    case .expires(let range?): entry.expires.map(range.contains) == true
    }
  }
}

extension String {
  fileprivate func holds(_ text: String) -> Bool { lowercased().contains(text.lowercased()) }
}
