package import ParleyEngine
internal import ParleyFiles
import ParleyModel
package import ParleyStore
package import ParleyText

extension HistoryFilter {
  /// Creates the store's filter from a written one: words are looked for in everything, fields in the facts that lists
  /// show.
  ///
  ///     status>=500 method:post host:api.example.com since:1h "out of stock" -health
  ///
  /// - Parameter now: from which ages are counted.
  package init(_ written: LogFilter, at now: Timestamp = .now()) {
    self.init()
    let fields = written.terms.filter { !$0.isWord }
    for term in written.terms {
      if case .word(let word) = term.condition { texts.append(Text(word, isNegated: term.isNegated)) }
      if !term.isNegated { narrow(by: term.condition, at: now) }
    }
    if !fields.isEmpty {
      accepts = { entry in
        let facts = HistoryFacts(entry)
        return fields.allSatisfy { $0.accepts(facts, at: now) }
      }
    }
  }

  /// The filter of the history that a text describes.
  /// - Throws: an error for a word that cannot be understood.
  package init(reading text: String) throws {
    let written = LogFilter(text, knowing: .history)
    if let problem = written.problems.first {
      throw WorkspaceError(
        "history.filter", problem, advice: "Such as: status>=500 method:post host:api.example.com since:1h")
    }
    self.init(written)
  }

  /// Adds the part of a condition that the database can check: it lets through at least everything that the condition
  /// does.
  private mutating func narrow(by condition: LogFilterTerm.Condition, at now: Timestamp) {
    switch condition {
    case .number(.status, let comparison, let range): statuses = comparison.statuses(range) ?? statuses
    case .age(.since, let age): since = now.advanced(by: .zero - age)
    case .edited: isEdited = true
    case .marked: isPinned = true
    default: break
    }
  }
}

extension LogFilterTerm {
  fileprivate var isWord: Bool {
    if case .word = condition { true } else { false }
  }
}

/// The facts of an exchange of the history that a filter can check.
struct HistoryFacts: FilterFacts {
  private let entry: HistoryEntry

  init(_ entry: HistoryEntry) {
    self.entry = entry
  }

  subscript(field: LogFilterTerm.TextField) -> String? {
    let fact: String? =
      switch field {
      case .name: entry.name
      case .method: entry.method
      case .url: entry.url
      case .host: entry.url.urlHost
      case .environment: entry.environment
      case .code: entry.errorCode
      case .call: entry.groupID ?? entry.callID
      case .kind, .server, .shared: nil
      }
    return fact?.lowercased()
  }

  subscript(field: LogFilterTerm.NumberField) -> Int? {
    switch field {
    case .status: entry.status
    case .ms: entry.duration.map { Int($0 / .milliseconds(1)) }
    case .bytes: entry.status == nil ? nil : entry.size
    }
  }

  /// In the words of the event log.
  func isKind(_ opening: String) -> Bool {
    let words = entry.status == nil ? ["failed"] : ["response received"]
    return (words + (entry.errorCode == nil ? [] : ["failed"])).contains { $0.hasPrefix(opening) }
  }

  var isMarked: Bool { entry.isPinned }
  var isEdited: Bool { entry.served == .edited }
  var time: Timestamp? { entry.startedAt }
  /// Words are looked for by the store.
  var text: String { "" }
}
