/// Which elements of two arrays are the same one: those that are equal, in their order, and between them those that are alike.
///
/// An element that was put in front makes none of the others different:
///
/// ```swift
/// let alignment = ArrayAlignment([1, 2], [0, 1, 2])
/// alignment.pairs.map { [$0.left, $0.right] }  // [[nil, 0], [0, 1], [1, 2]]
/// ```
package struct ArrayAlignment {
  /// The element's index in each array; nil in an array that has no such element.
  package struct Pair: Hashable {
    package let left, right: Int?

    /// As which element of the list it counts: by its place in the left array, where that has it.
    package var index: Int { left ?? right ?? 0 }
  }

  /// In the order of both.
  package private(set) var pairs: [Pair] = []
  private let left, right: [JSONValue?]

  /// Up to so many elements on both sides together, every change is looked for; of more only elements that occur once are
  /// found again.
  private static let most = 2000
  /// Up to so many comparisons it is asked which elements are alike.
  private static let mostAlike = 20_000

  /// - Parameter ignored: is not looked at, at and below this place of the arrays.
  package init(
    _ left: [JSONValue], _ right: [JSONValue], at path: ValuePath = .root,
    ignoring ignored: IgnoredPaths = IgnoredPaths()
  ) {
    (self.left, self.right) = (Self.known(left, path, ignored), Self.known(right, path, ignored))
    align()
  }

  /// Returns the elements as they are compared: without the ignored paths.
  private static func known(_ elements: [JSONValue], _ path: ValuePath, _ ignored: IgnoredPaths) -> [JSONValue?] {
    elements.enumerated().map { ignored.removed(from: $0.element, at: path.appending(.index($0.offset))) }
  }

  private mutating func align() {
    let front = zip(left, right).prefix { $0 == $1 }.count
    let back = zip(left.dropFirst(front).reversed(), right.dropFirst(front).reversed()).prefix { $0 == $1 }.count
    let core = Core(left[front..<left.count - back], right[front..<right.count - back], most: Self.most)
    var (own, other) = (0, 0)
    let same = (0..<front).map { ($0, $0) } + core.same.map { ($0 + front, $1 + front) }
    let end = (0..<back).map { (left.count - back + $0, right.count - back + $0) }
    for (leftIndex, rightIndex) in same + end + [(left.count, right.count)] {
      fill(own..<leftIndex, other..<rightIndex)
      if leftIndex < left.count { pairs.append(Pair(left: leftIndex, right: rightIndex)) }
      (own, other) = (leftIndex + 1, rightIndex + 1)
    }
  }

  /// Elements between equal ones: first those that are alike are paired, then, where both sides have as many, the rest.
  private mutating func fill(_ own: Range<Int>, _ other: Range<Int>) {
    var (nextLeft, nextRight) = (own.lowerBound, other.lowerBound)
    for (leftIndex, rightIndex) in alike(own, other) + [(own.upperBound, other.upperBound)] {
      put(nextLeft..<leftIndex, nextRight..<rightIndex)
      if leftIndex < own.upperBound { pairs.append(Pair(left: leftIndex, right: rightIndex)) }
      (nextLeft, nextRight) = (leftIndex + 1, rightIndex + 1)
    }
  }

  private mutating func put(_ own: Range<Int>, _ other: Range<Int>) {
    if own.count == other.count {
      pairs += zip(own, other).map { Pair(left: $0, right: $1) }
    } else {
      pairs += own.map { Pair(left: $0, right: nil) } + other.map { Pair(left: nil, right: $0) }
    }
  }

  /// As many as possible that are alike, in the order of both.
  private func alike(_ own: Range<Int>, _ other: Range<Int>) -> [(Int, Int)] {
    guard !own.isEmpty, !other.isEmpty, own.count * other.count <= Self.mostAlike else { return [] }
    let width = other.count + 1
    var longest = [Int](repeating: 0, count: (own.count + 1) * width)
    for row in (0..<own.count).reversed() {
      for column in (0..<other.count).reversed() {
        let isAlike = areAlike(own.lowerBound + row, other.lowerBound + column)
        let skipped = max(longest[(row + 1) * width + column], longest[row * width + column + 1])
        longest[row * width + column] = isAlike ? max(skipped, longest[(row + 1) * width + column + 1] + 1) : skipped
      }
    }
    return way(through: longest, width, own, other)
  }

  private func way(through longest: [Int], _ width: Int, _ own: Range<Int>, _ other: Range<Int>) -> [(Int, Int)] {
    var (row, column, found) = (0, 0, [(Int, Int)]())
    while row < own.count, column < other.count {
      let here = longest[row * width + column]
      let (below, beside) = (longest[(row + 1) * width + column], longest[row * width + column + 1])
      let isPair = areAlike(own.lowerBound + row, other.lowerBound + column)
      if isPair, here == longest[(row + 1) * width + column + 1] + 1 {
        found.append((own.lowerBound + row, other.lowerBound + column))
        (row, column) = (row + 1, column + 1)
      } else if below >= beside {
        row += 1
      } else {
        column += 1
      }
    }
    return found
  }

  private func areAlike(_ own: Int, _ other: Int) -> Bool {
    guard let left = left[own], let right = right[other] else { return false }
    return left.isLike(right)
  }
}

extension JSONValue {
  /// Whether it is hardly another thing: objects of one `id`, and where they have none, with half of their members equal.
  fileprivate func isLike(_ other: JSONValue) -> Bool {
    guard case .object(let own) = self, case .object(let other) = other else { return false }
    if let left = own["id"], let right = other["id"] { return left == right }
    let equal = own.count { other[$0.key] == $0.value }
    return equal > 0 && equal * 2 >= max(own.count, other.count)
  }
}

/// The equal elements in the middle of two arrays whose ends differ.
private struct Core {
  /// Places in both, rising.
  private(set) var same: [(Int, Int)] = []

  init(_ left: ArraySlice<JSONValue?>, _ right: ArraySlice<JSONValue?>, most: Int) {
    guard !left.isEmpty, !right.isEmpty else { return }
    var numbers: [JSONValue?: Int] = [:]
    for value in left where numbers[value] == nil { numbers[value] = numbers.count }
    for value in right where numbers[value] == nil { numbers[value] = numbers.count }
    let number: (JSONValue?) -> Int = { numbers[$0] ?? 0 }
    let (left, right) = (left.map(number), right.map(number))
    same = left.count + right.count <= most ? Self.all(left, right) : Self.unique(left, right)
  }

  /// The longest common subsequence.
  private static func all(_ left: [Int], _ right: [Int]) -> [(Int, Int)] {
    let difference = right.difference(from: left)
    let removed = Set(difference.removals.map(\.place))
    let inserted = Set(difference.insertions.map(\.place))
    return Array(zip(left.indices.filter { !removed.contains($0) }, right.indices.filter { !inserted.contains($0) }))
  }

  /// Of the elements that both have once, as many as stand in the same order.
  private static func unique(_ left: [Int], _ right: [Int]) -> [(Int, Int)] {
    let (own, other) = (places(left), places(right))
    let both = left.indices.compactMap { index -> (Int, Int)? in
      guard own[left[index]] == .some(.some(index)), let twin = other[left[index]] ?? nil else { return nil }
      return (index, twin)
    }
    return longestRise(both)
  }

  /// By the number; nil where it occurs several times.
  private static func places(_ numbers: [Int]) -> [Int: Int?] {
    Dictionary(numbers.enumerated().map { ($0.element, .some($0.offset)) }) { _, _ in nil }
  }

  /// The most pairs whose right places rise as well.
  private static func longestRise(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
    var (ends, before) = ([Int](), [Int?]())
    for (index, pair) in pairs.enumerated() {
      let place = ends.partition(at: pair.1) { pairs[$0].1 }
      before.append(place > 0 ? ends[place - 1] : nil)
      if place < ends.count { ends[place] = index } else { ends.append(index) }
    }
    var (rise, next) = ([(Int, Int)](), ends.last)
    while let index = next {
      rise.append(pairs[index])
      next = before[index]
    }
    return rise.reversed()
  }
}

extension [Int] {
  /// The first place whose value is not below another, where the values rise.
  fileprivate func partition(at value: Int, of: (Int) -> Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if of(self[middle]) < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension CollectionDifference.Change {
  fileprivate var place: Int {
    switch self {
    case .remove(let offset, _, _), .insert(let offset, _, _): offset
    }
  }
}
