import ParleyEngine

/// The elements of an array in a text of JSON, each of which is made into a value whenever it is asked for, and not kept: of a large
/// array a filter mostly needs one at a time.
final class JSONElements: Sendable {
  private let bytes: [UInt8]
  private let places: [ElementPlace]

  /// - Parameter bytes: a document, whole.
  /// - Returns: nil where the document is no array, or has an element so large that reading it again and again would take long.
  init?(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    var scanner = JSONScanner(maximumDepth: JSONParser().maximumDepth)
    var finder = ElementFinder()
    try scanner.scan(bytes, into: &finder)
    try scanner.finish(into: &finder)
    guard finder.isArray, !finder.hasLargeElement else { return nil }
    (self.bytes, places) = (bytes, finder.places)
  }

  var count: Int { places.count }

  subscript(index: Int) -> JSONValue {
    // The scanner has accepted it as a part of the whole.
    (try? JSONParser().parse(Array(bytes[places[index].range]))) ?? .null
  }
}

/// Small, since there may be millions.
private struct ElementPlace {
  private let start: UInt32
  private let count: UInt16

  /// Of an element, in bytes.
  private static let longest = 16 << 10

  /// - Returns: nil for what is large, or stands behind four gigabytes.
  init?(_ range: Range<Int>) {
    guard range.count <= ElementPlace.longest, let start = UInt32(exactly: range.lowerBound) else { return nil }
    (self.start, count) = (start, UInt16(range.count))
  }

  var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// Notes where the elements of the outermost array stand.
private struct ElementFinder: JSONEventHandler {
  private(set) var places: [ElementPlace] = []
  private(set) var isArray = false
  private(set) var hasLargeElement = false
  private var depth = 0
  private var start = 0

  mutating func handle(_ event: JSONEvent) {
    switch event.kind {
    case .arrayStart, .objectStart:
      if depth == 0 { isArray = event.kind == .arrayStart }
      if depth == 1 { start = event.range.lowerBound }
      depth += 1
    case .arrayEnd, .objectEnd:
      depth -= 1
      if depth == 1 { add(start..<event.range.upperBound) }
    case .key, .colon, .comma: break
    case .string, .number, .true, .false, .null:
      if depth == 1 { add(event.range) }
    }
  }

  private mutating func add(_ range: Range<Int>) {
    if let place = ElementPlace(range) { places.append(place) } else { hasLargeElement = true }
  }
}
