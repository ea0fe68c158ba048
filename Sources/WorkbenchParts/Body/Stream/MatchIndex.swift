/// Which events a filter lets through: a bit for each, so that millions of them take little room.
struct MatchIndex: Sendable {
  private static let wordsPerBlock = 16
  private static let blockSize = 64 * wordsPerBlock

  private var words: [UInt64] = []
  /// How many match before each block.
  private var sums: [Int] = []
  /// How many events were looked at, and how many of them match.
  private(set) var examined = 0
  private(set) var count = 0

  mutating func append(_ matches: Bool) {
    if examined % Self.blockSize == 0 { sums.append(count) }
    if examined % 64 == 0 { words.append(0) }
    if matches {
      words[examined / 64] |= 1 << UInt64(examined % 64)
      count += 1
    }
    examined += 1
  }

  /// The events that are the matches of a range, counted from 0.
  func events(of matches: Range<Int>) -> [Int] {
    let matches = matches.clamped(to: 0..<count)
    guard !matches.isEmpty else { return [] }
    var block = max(0, (sums.firstIndex { $0 > matches.lowerBound } ?? sums.count) - 1)
    var seen = sums[block]
    var events: [Int] = []
    while events.count < matches.count, block < sums.count {
      for event in block * Self.blockSize..<min(examined, (block + 1) * Self.blockSize) where has(event) {
        if matches.contains(seen) { events.append(event) }
        seen += 1
      }
      block += 1
    }
    return events
  }

  /// How many matches come before an event.
  func rank(of event: Int) -> Int {
    let event = max(0, min(event, examined))
    let block = event / Self.blockSize
    guard sums.indices.contains(block) else { return count }
    return sums[block] + (block * Self.blockSize..<event).count(where: has)
  }

  private func has(_ event: Int) -> Bool { words[event / 64] & 1 << UInt64(event % 64) != 0 }
}
