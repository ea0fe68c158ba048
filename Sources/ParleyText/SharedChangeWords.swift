package import ParleyEngine

/// Half a line about the difference that a change of a key has made.
package enum SharedChangeWords {
  /// The name of the writer for changes made here; a change by any other writer is highlighted.
  package static let byHand = "by hand"
  /// The name of the writer for answers that are kept: the person has just given them.
  private static let byAnswer = "asked"

  /// Whether the person at the keys has made the change, unless another program says that it was there.
  package static func isOwn(_ writer: String?) -> Bool { writer == byHand || writer == byAnswer }

  private static let longestValue = 24
  private static let mostCompared = 1 << 20

  /// Of the change that made the key.
  package static func ofFirst(_ entry: SharedEntry) -> String? { entry.isRemoval ? nil : "created" }

  /// - Returns: nil for a removal, for a key that came back, and for what may not be seen.
  package static func between(_ older: SharedEntry, _ newer: SharedEntry) -> String? {
    if newer.isRemoval { return nil }
    if older.isRemoval { return "created again" }
    let facts = facts(older, newer)
    guard let left = older.value, let right = newer.value, !older.isSecret, !newer.isSecret else {
      return facts.isEmpty ? nil : facts.joined(separator: ", ")
    }
    let values = values(left, right).map { [$0] } ?? []
    let words = values + facts
    return words.isEmpty ? "the same value" : words.joined(separator: ", ")
  }

  private static func facts(_ older: SharedEntry, _ newer: SharedEntry) -> [String] {
    var words: [String] = []
    if older.cipher != newer.cipher {
      words.append(newer.cipher.map { "encrypted with \($0)" } ?? "no longer encrypted")
    }
    if older.expires != newer.expires {
      words.append(newer.expires == nil ? "no expiry" : older.expires == nil ? "expiry set" : "expiry changed")
    }
    return words
  }

  private static func values(_ left: SharedValue, _ right: SharedValue) -> String? {
    if left == right { return nil }
    guard left.kind == right.kind else { return "\(left.kind.rawValue) → \(right.kind.rawValue)" }
    guard max(left.contentBytes.count, right.contentBytes.count) <= mostCompared else { return sizes(left, right) }
    switch (left, right) {
    case (.json(let one), .json(let other)): return documents(one, other)
    case (.text(let one), .text(let other)) where isShort(one) && isShort(other): return "\(one) → \(other)"
    default: return sizes(left, right)
    }
  }

  private static func isShort(_ text: String) -> Bool {
    text.count <= longestValue && !text.contains(where: \.isNewline)
  }

  private static func sizes(_ left: SharedValue, _ right: SharedValue) -> String {
    let difference = right.contentBytes.count - left.contentBytes.count
    return difference == 0 ? "same length" : "\(difference > 0 ? "+" : "−")\(ByteCount.text(abs(difference)))"
  }

  /// `.total 99.5 → 100`, `+ .new`, `3 changes: .a, .b …`
  private static func documents(_ left: JSONValue, _ right: JSONValue) -> String? {
    let found = ValueDifference.between(left, right, limit: 100)
    guard let first = found.first else { return "digits or order" }
    guard found.count > 1 else { return one(first) }
    let count = found.count == 100 ? "100 or more" : "\(found.count)"
    let paths = found.prefix(3).map { "\($0.path)" }.joined(separator: ", ")
    return "\(count) changes: \(paths)\(found.count > 3 ? " …" : "")"
  }

  private static func one(_ difference: ValueDifference) -> String {
    switch (difference.left, difference.right) {
    case (nil, let value?): "+ \(difference.path) \(short(value))"
    case (let value?, nil): "− \(difference.path) \(short(value))"
    case (let left, let right): "\(difference.path) \(left.map(short) ?? "") → \(right.map(short) ?? "")"
    }
  }

  private static func short(_ value: JSONValue) -> String {
    let text = SharedPreview.text(of: .json(value))
    return text.count <= longestValue ? text : String(text.prefix(longestValue - 1)) + "…"
  }
}

extension String {
  /// A writer of a shared key in a sentence: `by user/login`, and `by hand` for a person of this machine.
  package var asWriter: String { isIdentical(to: SharedChangeWords.byHand) ? self : "by \(self)" }
}
