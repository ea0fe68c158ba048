/// One of the two databases of a store.
package enum StorePart: String, Sendable, Hashable, CaseIterable {
  /// Data that people wrote: shared data, drafts, cookies, keys of ciphers.
  case data
  /// A log of the past: history, events, runs, the cache.
  case log

  /// Its name in the store's folder.
  package var fileName: String { schema.fileName }

  /// In words.
  var contents: String {
    switch self {
    case .data: "shared data, drafts, cookies and keys"
    case .log: "the history, the events, the runs and the cache"
    }
  }

  var schema: DatabaseSchema { self == .data ? .data : .log }
}
