/// Two changes of one list, made of the same elements, as one.
///
///     base   a b c d        mine   a B c d        theirs   a b c d e        merged   a B c d e
package struct ThreeWayMerge<Element: Hashable & Sendable> {
  /// The elements that one side has in place of a range of the base.
  private struct Change: Equatable {
    var range: Range<Int>
    var elements: [Element]
  }

  /// The most elements that are compared: with more, finding the changes takes too long.
  private static var mostElements: Int { 20_000 }

  private let base: [Element]
  /// Whether what both put in at the same place can stand there one behind the other.
  private let canFollow: ([Element], [Element]) -> Bool

  package init(over base: [Element], canFollow: @escaping ([Element], [Element]) -> Bool = { _, _ in false }) {
    self.base = base
    self.canFollow = canFollow
  }

  /// - Returns: nil where they clash.
  package func merged(_ mine: [Element], _ theirs: [Element]) -> [Element]? {
    if mine == theirs || theirs == base { return mine }
    if mine == base { return theirs }
    guard base.count + mine.count + theirs.count <= Self.mostElements else { return nil }
    return united(changes(to: mine), changes(to: theirs)).map(applied)
  }

  private func changes(to list: [Element]) -> [Change] {
    let difference = list.difference(from: base)
    let removed = Set(difference.removals.map(Self.offset))
    let inserted = Set(difference.insertions.map(Self.offset))
    var changes: [Change] = []
    var (old, new) = (0, 0)
    while old < base.count || new < list.count {
      guard removed.contains(old) || inserted.contains(new) else {
        (old, new) = (old + 1, new + 1)
        continue
      }
      let start = (old, new)
      while removed.contains(old) || inserted.contains(new) {
        if removed.contains(old) { old += 1 } else { new += 1 }
      }
      changes.append(Change(range: start.0..<old, elements: Array(list[start.1..<new])))
    }
    return changes
  }

  private static func offset(_ change: CollectionDifference<Element>.Change) -> Int {
    switch change {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }

  /// In their order; nil where they clash.
  private func united(_ mine: [Change], _ theirs: [Change]) -> [Change]? {
    var united: [Change] = []
    var (mine, theirs) = (mine[...], theirs[...])
    while let first = mine.first, let other = theirs.first {
      if first == other {
        united.append(first)
        (mine, theirs) = (mine.dropFirst(), theirs.dropFirst())
      } else if first.range.isEmpty, first.range == other.range, canFollow(other.elements, first.elements) {
        united += [other, first]
        (mine, theirs) = (mine.dropFirst(), theirs.dropFirst())
      } else if first.range.isBefore(other.range) {
        united.append(mine.removeFirst())
      } else if other.range.isBefore(first.range) {
        united.append(theirs.removeFirst())
      } else {
        return nil
      }
    }
    return united + mine + theirs
  }

  private func applied(_ changes: [Change]) -> [Element] {
    var (result, place) = ([Element](), 0)
    for change in changes {
      result += base[place..<change.range.lowerBound] + change.elements
      place = change.range.upperBound
    }
    return result + base[place...]
  }
}

extension Range<Int> {
  /// Whether it ends where the other begins, or before. Of two that put something in at one place neither is.
  fileprivate func isBefore(_ other: Self) -> Bool {
    upperBound <= other.lowerBound && self != other && !(isEmpty && other.isEmpty && lowerBound == other.lowerBound)
  }
}

/// Of whole texts, line by line, and of single values.
package enum Merge {
  /// - Returns: nil where they clash.
  package static func lines(_ mine: String, _ theirs: String, over base: String) -> String? {
    let merged = ThreeWayMerge(over: lines(of: base)).merged(lines(of: mine), lines(of: theirs))
    return merged.map { String(decoding: Array($0.joined(separator: [lineEnd])), as: UTF8.self) }
  }

  private static let lineEnd = UInt8(ascii: "\n")

  private static func lines(of text: String) -> [[UInt8]] {
    text.utf8.split(separator: lineEnd, omittingEmptySubsequences: false).map(Array.init)
  }

  /// - Returns: nil where they clash.
  package static func value<Value: Equatable>(_ mine: Value, _ theirs: Value, over base: Value) -> Value? {
    if mine == theirs || theirs == base { return mine }
    return mine == base ? theirs : nil
  }
}
