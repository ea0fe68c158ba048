internal import ParleyEngine

/// A value of a response that a request may have carried.
struct GivenValue {
  let place: GivenPlace
  let value: String
  let isNumber: Bool
  /// By which it is compared with names in requests.
  let name: String
  /// Words of what it is about.
  let around: Set<String>
}

/// The values that are looked for in responses. Nearly all that a response says is none of them, and must cost little.
struct SoughtValues {
  private var values: Set<ExactString> = []
  private var filter: [UInt64] = Array(repeating: 0, count: Self.bits / 64)

  private static let bits = 1 << 18

  mutating func insert(_ value: String) {
    guard values.insert(ExactString(value)).inserted else { return }
    var value = value
    let bit = value.withUTF8 { Self.bit(of: $0) }
    filter[bit / 64] |= 1 << UInt64(bit % 64)
  }

  package func contains(_ value: String) -> Bool { values.contains(ExactString(value)) }

  /// Whether these bytes may be one of them.
  func mayContain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let bit = Self.bit(of: bytes)
    return filter[bit / 64] & (1 << UInt64(bit % 64)) != 0
  }

  /// FNV-1a.
  private static func bit(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & UInt64(bits - 1))
  }
}

/// Finds them in a response, without a tree of it.
struct GivenValues: JSONEventHandler {
  private(set) var found: [GivenValue] = []
  private let bytes: [UInt8]
  private let sought: SoughtValues
  private let root: [ValuePath.Segment]
  private var frames: [Frame] = []
  /// Per value and key the one with the shortest path, the first of those.
  private var places: [Place: Int] = [:]

  private enum Frame {
    case object(key: Range<Int>)
    case array(index: Int)
  }

  private struct Place: Hashable {
    let value: ExactString
    let key: ExactString
  }

  /// - Returns: nothing of a response that is no JSON.
  static func found(in response: [UInt8], below root: ValuePath, _ sought: SoughtValues) -> [GivenValue] {
    var handler = GivenValues(bytes: response, sought: sought, root: root.segments)
    var scanner = JSONScanner(maximumDepth: 512)
    do throws(JSONSyntaxError) {
      try scanner.scan(response, into: &handler)
      try scanner.finish(into: &handler)
    } catch {
      return []
    }
    return handler.found
  }

  private init(bytes: [UInt8], sought: SoughtValues, root: [ValuePath.Segment]) {
    (self.bytes, self.sought, self.root) = (bytes, sought, root)
  }

  mutating func handle(_ event: JSONEvent) {
    switch event.kind {
    case .objectStart: frames.append(.object(key: 0..<0))
    case .arrayStart: frames.append(.array(index: 0))
    case .objectEnd, .arrayEnd: frames.removeLast()
    case .key: frames[frames.count - 1] = .object(key: event.range)
    case .comma:
      if case .array(let index)? = frames.last { frames[frames.count - 1] = .array(index: index + 1) }
    case .string:
      let inner = event.range.lowerBound + 1..<event.range.upperBound - 1
      if event.hasEscapes || mayBeSought(inner) { look(at: text(event.range), isNumber: false) }
    case .number:
      if mayBeSought(event.range) {
        look(at: String(decoding: bytes[event.range], as: UTF8.self), isNumber: true)
      }
    case .true, .false, .null, .colon: break
    }
  }

  private func mayBeSought(_ range: Range<Int>) -> Bool {
    bytes.withUnsafeBufferPointer { sought.mayContain(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  private func text(_ range: Range<Int>) -> String {
    (try? JSONValue(parsing: Array(bytes[range])))?.string ?? ""
  }

  private mutating func look(at value: String, isNumber: Bool) {
    guard sought.contains(value) else { return }
    let path = frames.map { frame -> ValuePath.Segment in
      switch frame {
      case .object(let key): .key(text(key))
      case .array(let index): .index(index)
      }
    }
    guard path.starts(with: root) else { return }
    let inResult = ValuePath(Array(path.dropFirst(root.count)))
    let keys = inResult.segments.compactMap { if case .key(let key) = $0 { key } else { nil } }
    let given = GivenValue(
      place: .result(inResult), value: value, isNumber: isNumber, name: keys.last ?? "",
      around: Set(keys.dropLast().flatMap { LinkName($0).words }))
    let place = Place(value: ExactString(value), key: ExactString(path.lastKey))
    if let known = places[place] {
      if found[known].place.depth > given.place.depth { found[known] = given }
    } else {
      places[place] = found.count
      found.append(given)
    }
  }
}

extension [ValuePath.Segment] {
  /// The innermost name.
  package var lastKey: String {
    for case .key(let key) in reversed() { return key }
    return ""
  }
}
