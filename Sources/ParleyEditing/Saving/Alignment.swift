import ParleyFiles

/// The differences between two lists, in the order of the new one.
enum Alignment {
  enum Step: Equatable {
    case keep(old: Int, new: Int)
    /// Something else stands in an old element's place.
    case change(old: Int, new: Int)
    case delete(old: Int)
    case insert(new: Int)
  }

  /// Larger lists are compared place by place: the comparison takes the product of both counts.
  private static let largestProduct = 1 << 20

  static func steps(
    oldCount: Int, newCount: Int, areEqual: (_ old: Int, _ new: Int) -> Bool
  ) -> [Step] {
    var start = 0
    while start < min(oldCount, newCount), areEqual(start, start) { start += 1 }
    var tail = 0
    while tail < min(oldCount, newCount) - start, areEqual(oldCount - 1 - tail, newCount - 1 - tail) { tail += 1 }
    let old = start..<oldCount - tail
    let new = start..<newCount - tail
    let pairs = old.count * new.count > largestProduct ? [] : commonPairs(old, new, areEqual)
    return (0..<start).map { .keep(old: $0, new: $0) }
      + between(pairs, old, new)
      + (0..<tail).map { .keep(old: old.upperBound + $0, new: new.upperBound + $0) }
  }

  /// The longest common subsequence.
  private static func commonPairs(
    _ old: Range<Int>, _ new: Range<Int>, _ areEqual: (Int, Int) -> Bool
  ) -> [(old: Int, new: Int)] {
    let width = new.count + 1
    var lengths = [Int](repeating: 0, count: (old.count + 1) * width)
    for row in stride(from: old.count - 1, through: 0, by: -1) {
      for column in stride(from: new.count - 1, through: 0, by: -1) {
        let isPair = areEqual(old.lowerBound + row, new.lowerBound + column)
        lengths[row * width + column] =
          isPair
          ? lengths[(row + 1) * width + column + 1] + 1
          : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
      }
    }
    return walk(lengths, old, new, areEqual)
  }

  private static func walk(
    _ lengths: [Int], _ old: Range<Int>, _ new: Range<Int>, _ areEqual: (Int, Int) -> Bool
  ) -> [(old: Int, new: Int)] {
    let width = new.count + 1
    var pairs: [(old: Int, new: Int)] = []
    var (row, column) = (0, 0)
    while row < old.count, column < new.count {
      if areEqual(old.lowerBound + row, new.lowerBound + column) {
        pairs.append((old.lowerBound + row, new.lowerBound + column))
        (row, column) = (row + 1, column + 1)
      } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }

  /// The steps between matched pairs. Elements between two pairs are changes of each other, as far as both sides have
  /// any.
  private static func between(_ pairs: [(old: Int, new: Int)], _ old: Range<Int>, _ new: Range<Int>) -> [Step] {
    var steps: [Step] = []
    var (nextOld, nextNew) = (old.lowerBound, new.lowerBound)
    for pair in pairs + [(old.upperBound, new.upperBound)] {
      let changed = min(pair.old - nextOld, pair.new - nextNew)
      steps += (0..<changed).map { .change(old: nextOld + $0, new: nextNew + $0) }
      steps += (nextOld + changed..<pair.old).map { .delete(old: $0) }
      steps += (nextNew + changed..<pair.new).map { .insert(new: $0) }
      if pair.old < old.upperBound { steps.append(.keep(old: pair.old, new: pair.new)) }
      (nextOld, nextNew) = (pair.old + 1, pair.new + 1)
    }
    return steps
  }
}
