/// Finds a text in a byte source, window by window, while the source may still be growing.
///
///     var search = ByteSearch("token", ignoringCase: true)
///     while !Task.isCancelled, try search.advance(in: source) {}
///     search.offsets
///
/// Matches do not overlap. Letters of ASCII alone are found in either case: that keeps every match as long as the text.
package struct ByteSearch: Sendable {
  /// How many bytes one step reads, by default.
  package static let defaultStep = 1 << 20

  /// The offsets of the first matches, in order, at most as many as asked for.
  package private(set) var offsets: [Int] = []
  /// How many matches there are, also beyond the limit, as far as has been searched.
  package private(set) var count = 0
  /// The bytes before this need not be looked at again.
  private(set) var searched: Int
  /// How many offsets are kept; more are only counted.
  package let limit: Int

  private let pattern: BytePattern

  /// - Parameters:
  ///   - pattern: The bytes to find; an empty pattern matches nothing.
  ///   - ignoringCase: Whether letters of ASCII match in either case.
  ///   - limit: How many offsets to keep; more are only counted.
  ///   - start: The offset at which to begin.
  package init(_ pattern: [UInt8], ignoringCase: Bool = false, limit: Int = 10_000, from start: Int = 0) {
    self.pattern = BytePattern(pattern, ignoringCase: ignoringCase)
    self.limit = limit
    searched = start
  }

  /// Finds `text` as UTF-8.
  package init(_ text: String, ignoringCase: Bool = false, limit: Int = 10_000, from start: Int = 0) {
    self.init(Array(text.utf8), ignoringCase: ignoringCase, limit: limit, from: start)
  }

  /// Length of the pattern, and so of every match, in bytes.
  package var patternLength: Int { pattern.count }

  /// Searches the next `step` bytes. Returns whether there may be more to search among what has arrived.
  ///
  /// Throws what the source throws; the step may then be tried again.
  package mutating func advance(in source: some ByteSource, step: Int = defaultStep) throws -> Bool {
    guard pattern.count > 0 else { return false }
    let window = try source.read(at: searched, count: step + pattern.count - 1)
    guard window.count >= pattern.count else { return false }
    searched += search(window)
    return searched + pattern.count <= source.count
  }

  /// Searches all that has arrived, unless it is told to stop between two steps.
  package mutating func advance(in source: some ByteSource, unless isCancelled: () -> Bool) throws {
    while !isCancelled(), try advance(in: source) {}
  }

  /// How many bytes of the window are done with: behind them, a match might begin that ends in the next one.
  private mutating func search(_ window: [UInt8]) -> Int {
    var index = 0
    while let found = pattern.firstMatch(in: window.span, from: index) {
      if offsets.count < limit { offsets.append(searched + found) }
      count += 1
      index = found + pattern.count
    }
    return max(index, window.count - pattern.count + 1)
  }
}
