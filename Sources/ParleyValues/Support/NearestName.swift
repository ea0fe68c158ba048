/// Finds the known name that was probably meant.
package enum NearestName {
  /// Longer names are not compared: what is found may come from a hostile file.
  private static let longest = 64

  /// The known name with the fewest slips (a letter too many, too few, another, or two swapped), when these are at most a third of the
  /// longer one. The dashes of an option count for nothing.
  package static func of(_ found: String, among known: some Sequence<String>) -> String? {
    guard found.utf8.count <= longest, budget?.take(known.underestimatedCount) != false else { return nil }
    let folded = letters(of: found)
    let candidates = known.lazy
      .filter { $0.utf8.count <= longest && $0 != found && mayBeNear($0, folded.count) }
      .compactMap { name in nearSlips(folded, letters(of: name)).map { (name: name, slips: $0) } }
    return candidates.min { ($0.slips, $0.name) < ($1.slips, $1.name) }?.name
  }

  private static func letters(of name: String) -> [Character] {
    Array((name.hasPrefix("--") ? name.dropFirst(2) : name[...]).lowercased())
  }

  /// Nil if they are too many. In a name of three letters another letter makes another name: `--foo` is not `--for`.
  private static func nearSlips(_ found: [Character], _ known: [Character]) -> Int? {
    let count = slips(found, known)
    let length = max(found.count, known.count)
    guard count <= length / 3 else { return nil }
    return length > 3 || found.count != known.count || Set(found) == Set(known) ? count : nil
  }

  /// The known name that is one slip away.
  package static func slip(of found: String, among known: some Sequence<String>) -> String? {
    guard found.utf8.count <= longest else { return nil }
    let folded = Array(found.lowercased())
    return known.filter { slips(folded, Array($0.lowercased())) == 1 }.min()
  }

  /// A budget of comparisons. Once it is used up no name is suggested: where many are unknown, nobody reads all the
  /// suggestions.
  package final class Budget: Sendable {
    private let left: Lock<Int>

    /// - Parameter comparisons: of two names.
    package init(comparisons: Int = 50_000) {
      left = Lock(comparisons)
    }

    package var isUsedUp: Bool { left.withLock { $0 == 0 } }

    /// - Returns: whether there was anything left.
    fileprivate func take(_ count: Int) -> Bool {
      left.withLock { left in
        defer { left = max(0, left - max(1, count)) }
        return left > 0
      }
    }
  }

  /// That of the check which is being made; nil where there is none.
  @TaskLocal package static var budget: Budget?

  /// Whether so many characters more or less are no more slips than are allowed.
  private static func mayBeNear(_ name: String, _ count: Int) -> Bool {
    let other = name.count - (name.hasPrefix("--") ? 2 : 0)
    return abs(other - count) <= max(count, other) / 3
  }

  /// The optimal string alignment distance.
  static func slips(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let substitution = last[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(last[column + 1] + 1, current[column] + 1, substitution)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
