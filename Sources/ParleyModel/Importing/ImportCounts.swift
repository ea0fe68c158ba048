import ParleyText

/// How many files an import adds, updates, and leaves as they are.
package struct ImportCounts: Hashable, Sendable {
  package var added: Int
  package var updated: Int
  package var unchanged: Int

  package init(added: Int = 0, updated: Int = 0, unchanged: Int = 0) {
    (self.added, self.updated, self.unchanged) = (added, updated, unchanged)
  }

  /// As in `4 files added, 1 updated, 2 unchanged`; what there is none of is left out.
  package var words: String {
    let parts = [(added, "added"), (updated, "updated"), (unchanged, "unchanged")].filter { $0.0 > 0 }
    guard let first = parts.first else { return "no files" }
    return (["\(first.0.counted("file")) \(first.1)"] + parts.dropFirst().map { "\($0.0) \($0.1)" })
      .joined(separator: ", ")
  }
}
