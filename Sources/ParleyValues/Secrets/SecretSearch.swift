/// Looks through bytes for the patterns of an index, once from front to back.
///
/// Almost everywhere two bytes say that nothing begins there. Where a character may be written otherwise, as `%2F` or `\"`,
/// the pattern is compared character by character with all that may stand for it.
struct SecretSearch {
  private let writing: WrittenCharacters
  private let index: SecretIndex
  /// In bytes, as it is written.
  private let shortest: Int
  private let bytes: UnsafeBufferPointer<UInt8>

  init(in bytes: UnsafeBufferPointer<UInt8>, for index: SecretIndex, from shortest: Int) {
    writing = WrittenCharacters(in: bytes)
    self.bytes = bytes
    self.index = index
    self.shortest = shortest
  }

  /// The places of secrets, and of their beginnings where a text was cut, in order; overlapping ones are one place.
  var places: [Range<Int>] {
    var places: [Range<Int>] = []
    forEachMatch(orCut: true) { place, _ in
      if let last = places.last, place.lowerBound < last.upperBound {
        places[places.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
      } else {
        places.append(place)
      }
    }
    return places
  }

  /// The secrets that are there.
  var values: Set<String> {
    var values: Set<String> = []
    forEachMatch(orCut: false) { _, value in values.insert(value) }
    return values
  }

  /// - Parameter orCut: whether a beginning counts too, where the text was cut behind it.
  private func forEachMatch(orCut: Bool, _ body: (Range<Int>, String) -> Void) {
    for start in bytes.indices where mayBegin(at: start) {
      if !bytes[start].mayIntroduce {
        match(index.patterns(beginningWith: bytes[start]), at: start, orCut, body)
      } else {
        for first in writing.characters(at: start) {
          match(index.patterns(beginningWith: first), at: start, orCut, body)
        }
      }
    }
  }

  private func match(
    _ patterns: [SecretIndex.Pattern], at start: Int, _ orCut: Bool, _ body: (Range<Int>, String) -> Void
  ) {
    for pattern in patterns {
      if let end = writing.end(of: pattern.bytes, at: start), end - start >= shortest {
        body(start..<end, pattern.value)
      } else if orCut, let end = writing.endOfBeginning(of: pattern.bytes, at: start, from: Self.shortestBeginning) {
        body(start..<end, pattern.value)
      }
    }
  }

  /// A beginning of a secret that has fewer bytes stands before a cut by chance.
  private static let shortestBeginning = 4

  @inline(__always)
  private func mayBegin(at start: Int) -> Bool {
    let first = bytes[start]
    guard start + 1 < bytes.count, !first.mayIntroduce else { return true }
    let second = bytes[start + 1]
    return second.mayIntroduce || index.mayBegin(first, second)
  }
}
