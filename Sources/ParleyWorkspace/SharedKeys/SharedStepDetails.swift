internal import ParleyText

/// By which cipher each change of a key is kept, from a change on: `5 vault,9,12 gzip`.
struct CipherRanges: Sendable, Hashable {
  private var ranges: [(from: Int64, cipher: String?)] = []

  /// - Parameter text: a text made by `text`.
  init(_ text: String) {
    ranges = text.split(separator: ",").compactMap { part in
      let words = part.split(separator: " ", maxSplits: 1)
      return words.first.flatMap { Int64($0) }.map { ($0, words.count > 1 ? String(words[1]) : nil) }
    }
  }

  /// - Parameter changes: of one key or several, in any order.
  init(_ changes: [(change: Int64, cipher: String?)]) {
    for (change, cipher) in changes.sorted(by: { $0.change < $1.change }) {
      if let last = ranges.last, last.cipher == cipher { continue }
      ranges.append((change, cipher))
    }
  }

  func cipher(of change: Int64) -> String? { ranges.last { $0.from <= change }?.cipher }

  var text: String {
    ranges.map { range in range.cipher.map { "\(range.from) \($0)" } ?? "\(range.from)" }.joined(separator: ",")
  }

  static func == (left: CipherRanges, right: CipherRanges) -> Bool { left.text == right.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The positions of the old and the new name of a key in their rows of changes, before and after it was renamed.
struct RenamedPlaces: Sendable, Hashable {
  var oldBefore: Int64
  var newBefore: Int64
  var oldAfter: Int64
  /// The number of the first of the changes.
  var batch: Int64
  /// Whether the file got an entry for the new name, which the old one did not need.
  var hasEntry: Bool

  init(oldBefore: Int64, newBefore: Int64, oldAfter: Int64, batch: Int64, hasEntry: Bool) {
    (self.oldBefore, self.newBefore, self.oldAfter, self.batch) = (oldBefore, newBefore, oldAfter, batch)
    self.hasEntry = hasEntry
  }

  /// - Returns: nil for the detail of another step.
  init?(_ text: String) {
    let numbers = text.split(separator: "/").compactMap { Int64($0) }
    guard numbers.count == 5 else { return nil }
    self.init(
      oldBefore: numbers[0], newBefore: numbers[1], oldAfter: numbers[2], batch: numbers[3], hasEntry: numbers[4] == 1)
  }

  var text: String { "\(oldBefore)/\(newBefore)/\(oldAfter)/\(batch)/\(hasEntry ? 1 : 0)" }
}
