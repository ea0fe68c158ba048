/// Values that reach no log, event or error.
///
/// One of eight bytes and more is looked for in all text. A shorter one stands there by chance: it is masked in the request that
/// carries it, in the fields where it was put, and nowhere else.
///
/// ```swift
/// Secrets(["s3cret-token"]).masking("token=s3cret-token")  // "token=••••••••"
/// ```
public struct Secrets: Sendable, Hashable {
  /// The text shown in place of a secret.
  public static let mask = "••••••••"
  /// From this length on, in bytes, a secret is looked for.
  package static let shortestSought = 8

  private var values: Set<ExactString> = []
  /// The places of the short ones in their request.
  package private(set) var places: Set<PlacedSecret> = []
  /// Made when something is masked for the first time; nil where there is nothing to look for.
  private var index: LazySecretIndex?

  /// None.
  public init() {}

  /// These values; empty ones are no secrets.
  @inlinable public init(_ values: some Sequence<String>) {
    formUnion(values)
  }

  /// Whether there is none.
  public var isEmpty: Bool { values.isEmpty }

  /// Adds values; empty ones are no secrets.
  @inlinable package mutating func formUnion(_ more: some Sequence<String>) {
    formUnion(exact: Set(more.lazy.filter { !$0.isEmpty }.map { ExactString($0) }))
  }

  /// Adds those of another.
  package mutating func formUnion(_ other: Secrets) {
    guard !isEmpty else {
      self = other
      return
    }
    formUnion(exact: other.values)
    formUnion(places: other.places)
  }

  mutating func formUnion(places more: Set<PlacedSecret>) {
    if !more.isEmpty { places.formUnion(more) }
  }

  /// Whether all of another's are among these.
  func contains(_ other: Secrets) -> Bool { other.values.isSubset(of: values) }

  func contains(_ value: String) -> Bool { values.contains(ExactString(value)) }

  /// Takes values out.
  mutating func subtract(_ others: some Sequence<String>) {
    values.subtract(others.map { ExactString($0) })
    index = LazySecretIndex(of: values)
  }

  @usableFromInline mutating func formUnion(exact more: Set<ExactString>) {
    guard !more.isSubset(of: values) else { return }
    values.formUnion(more)
    index = LazySecretIndex(of: values)
  }

  /// Whether they are the same values, wherever they stand.
  public static func == (left: Secrets, right: Secrets) -> Bool { left.values == right.values }

  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

// Text.
extension Secrets {
  /// The text of this request with every secret masked: those of eight bytes and more wherever they stand, others in their fields.
  package func masking(_ text: String) -> String {
    masking(text, isForeign: false)
  }

  /// The value of a field of this request, which has a name: a header, a parameter, a member of an object.
  package func masking(_ value: String, named name: String) -> String {
    masking(value, isForeign: false, named: name)
  }

  /// Text from elsewhere with every secret of eight bytes and more masked.
  package func maskingForeign(_ text: String) -> String {
    masking(text, isForeign: true)
  }

  /// Bytes from elsewhere with every secret of eight bytes and more masked.
  package func maskingForeign(_ bytes: [UInt8]) -> [UInt8] {
    let places = foreignPlaces(in: bytes)
    return places.isEmpty ? bytes : bytes.withUnsafeBufferPointer { Self.masking(places, in: $0) }
  }

  /// The places of secrets of eight bytes and more in bytes from elsewhere, for a display byte by byte. In order, none
  /// of them in another.
  package func foreignPlaces(in bytes: [UInt8]) -> [Range<Int>] {
    places(in: bytes, isForeign: true)
  }

  /// The places of secrets. In order, none of them in another.
  /// - Parameters:
  ///   - isForeign: whether only those of eight bytes and more are looked for.
  ///   - name: of the field of this request whose value it is.
  package func places(in bytes: [UInt8], isForeign: Bool, named name: String? = nil) -> [Range<Int>] {
    bytes.withUnsafeBufferPointer { ranges(in: $0, isForeign: isForeign, named: name) }
  }

  /// In bytes, of the longest value.
  package var longest: Int { values.reduce(0) { max($0, $1.text.utf8.count) } }

  /// Those of eight bytes and more that stand in bytes from elsewhere.
  package func found(in bytes: [UInt8]) -> Secrets {
    guard let index = index?.made else { return Secrets() }
    return Secrets(bytes.withUnsafeBufferPointer { SecretSearch(in: $0, for: index, from: Self.shortestSought).values })
  }

  private func masking(_ text: String, isForeign: Bool, named name: String? = nil) -> String {
    guard index != nil || !isForeign && hasShort else { return text }
    var text = text
    return text.withUTF8 { bytes in
      let places = ranges(in: bytes, isForeign: isForeign, named: name)
      return places.isEmpty ? nil : String(decoding: Self.masking(places, in: bytes), as: UTF8.self)
    } ?? text
  }

  private func ranges(in bytes: UnsafeBufferPointer<UInt8>, isForeign: Bool, named name: String?) -> [Range<Int>] {
    let sought = index.map { SecretSearch(in: bytes, for: $0.made, from: Self.shortestSought).places } ?? []
    guard !isForeign, hasShort else { return sought }
    let (search, places) = (PlacedSecretSearch(in: bytes), places.union(unplaced(in: bytes, named: name)))
    let whole = name.map { name in places.filter { $0.field.isNamed(name) }.compactMap(search.range(ofWhole:)) } ?? []
    return Self.merged(sought + whole + places.flatMap(search.ranges))
  }

  private var hasShort: Bool { values.contains { !$0.text.isLookedFor } }

  /// In order; what overlaps is one.
  static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }

  /// A text with a mask in each of these places, as UTF-8 offsets, which may overlap.
  package static func masking(_ places: [Range<Int>], in text: String) -> String {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { String(decoding: masking(merged(places), in: $0), as: UTF8.self) }
  }

  static func masking(_ places: [Range<Int>], in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var (masked, end) = ([UInt8](), 0)
    for place in places {
      masked.append(contentsOf: bytes[end..<place.lowerBound])
      masked.append(contentsOf: mask.utf8)
      end = place.upperBound
    }
    masked.append(contentsOf: bytes[end...])
    return masked
  }
}

extension Secrets {
  /// The values themselves.
  package var unmasked: [String] { values.map(\.text).sorted() }

  /// The ones that are not looked for.
  package var short: [String] { values.compactMap { $0.text.isLookedFor ? nil : $0.text }.sorted() }

  /// The values themselves and where the short ones stand, for a repository that keeps them sealed beside what they were sent with.
  package var stored: [String] { unmasked + places.map(\.stored).sorted() }

  /// As a repository has kept them.
  package init(stored: some Sequence<String>) {
    let places = stored.map { ($0, PlacedSecret(stored: $0)) }
    self.init(places.filter { $0.1 == nil }.map(\.0))
    formUnion(places: Set(places.compactMap(\.1)))
  }
}

extension String {
  /// Whether it would be looked for in text from elsewhere.
  package var isLookedFor: Bool { utf8.count >= Secrets.shortestSought }
}

/// An index that is made when it is asked for: most requests are never masked.
private final class LazySecretIndex: Sendable {
  private let values: [String]
  private let index = Lock<SecretIndex?>(nil)

  /// - Returns: nil where no value is long enough to be looked for.
  init?(of values: Set<ExactString>) {
    self.values = values.map(\.text).filter(\.isLookedFor)
    if self.values.isEmpty { return nil }
  }

  var made: SecretIndex {
    index.withLock { index in
      if let index { return index }
      let new = SecretIndex(of: values)
      index = new
      return new
    }
  }
}
