/// Values that reach no log, event or error.
///
/// In the request that carries them they are masked whatever their length, because it is known that they are there. In
/// foreign text, such as a response, only what takes eight bytes or more is looked for: shorter ones stand there by chance.
///
/// ```swift
/// Secrets(["s3cret"]).masking("token=s3cret")  // "token=••••••••"
/// ```
public struct Secrets: Sendable, Hashable {
  /// What stands in a secret's place.
  public static let mask = "••••••••"
  /// From this length on, in bytes, a secret is looked for in foreign text.
  package static let shortestSought = 8

  private var values: Set<ExactString> = []
  /// Made when something is masked for the first time; nil where there is no secret.
  private var index: LazySecretIndex?

  /// None.
  public init() {}

  /// These values; empty ones are no secrets.
  public init(_ values: some Sequence<String>) {
    formUnion(values)
  }

  /// Whether there is none.
  public var isEmpty: Bool { values.isEmpty }

  /// Adds values; empty ones are no secrets.
  package mutating func formUnion(_ more: some Sequence<String>) {
    formUnion(exact: Set(more.lazy.filter { !$0.isEmpty }.map { ExactString($0) }))
  }

  /// Adds those of another.
  package mutating func formUnion(_ other: Secrets) {
    if isEmpty { self = other } else { formUnion(exact: other.values) }
  }

  /// Whether all of another's are among these.
  func contains(_ other: Secrets) -> Bool { other.values.isSubset(of: values) }

  func contains(_ value: String) -> Bool { values.contains(ExactString(value)) }

  /// Takes values out.
  mutating func subtract(_ others: some Sequence<String>) {
    values.subtract(others.map { ExactString($0) })
    index = values.isEmpty ? nil : LazySecretIndex(of: values)
  }

  private mutating func formUnion(exact more: Set<ExactString>) {
    guard !more.isSubset(of: values) else { return }
    values.formUnion(more)
    index = LazySecretIndex(of: values)
  }

  public static func == (left: Secrets, right: Secrets) -> Bool { left.values == right.values }

  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

// Text.
extension Secrets {
  /// The text of this request with every secret masked.
  package func masking(_ text: String) -> String {
    masking(text, from: 1)
  }

  /// Text from elsewhere with every secret of eight bytes and more masked.
  package func maskingForeign(_ text: String) -> String {
    masking(text, from: Self.shortestSought)
  }

  /// Bytes from elsewhere with every secret of eight bytes and more masked.
  package func maskingForeign(_ bytes: [UInt8]) -> [UInt8] {
    let places = foreignPlaces(in: bytes)
    return places.isEmpty ? bytes : bytes.withUnsafeBufferPointer { Self.masking(places, in: $0) }
  }

  /// Where secrets of eight bytes and more stand in bytes from elsewhere, for what is shown byte by byte. In order, none of
  /// them in another.
  package func foreignPlaces(in bytes: [UInt8]) -> [Range<Int>] {
    places(in: bytes, isForeign: true)
  }

  /// Where secrets stand. In order, none of them in another.
  /// - Parameter isForeign: whether only those of eight bytes and more are looked for.
  package func places(in bytes: [UInt8], isForeign: Bool) -> [Range<Int>] {
    guard let index = index?.made else { return [] }
    return bytes.withUnsafeBufferPointer {
      SecretSearch(in: $0, for: index, from: isForeign ? Self.shortestSought : 1).places
    }
  }

  /// In bytes, of the longest value.
  package var longest: Int { values.reduce(0) { max($0, $1.text.utf8.count) } }

  /// Those of eight bytes and more that stand in bytes from elsewhere.
  func found(in bytes: [UInt8]) -> Secrets {
    guard let index = index?.made else { return Secrets() }
    return Secrets(bytes.withUnsafeBufferPointer { SecretSearch(in: $0, for: index, from: Self.shortestSought).values })
  }

  private func masking(_ text: String, from shortest: Int) -> String {
    guard let index = index?.made else { return text }
    var text = text
    return text.withUTF8 { bytes in
      let places = SecretSearch(in: bytes, for: index, from: shortest).places
      return places.isEmpty ? nil : String(decoding: Self.masking(places, in: bytes), as: UTF8.self)
    } ?? text
  }

  private static func masking(_ places: [Range<Int>], in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
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
  /// The values themselves, for a repository that keeps them sealed beside what they were sent with.
  package var unmasked: [String] { values.map(\.text).sorted() }
}

/// An index that is made when it is asked for: most requests are never masked.
private final class LazySecretIndex: Sendable {
  private let values: Set<ExactString>
  private let index = Lock<SecretIndex?>(nil)

  init(of values: Set<ExactString>) {
    self.values = values
  }

  var made: SecretIndex {
    index.withLock { index in
      if let index { return index }
      let new = SecretIndex(of: values.map(\.text))
      index = new
      return new
    }
  }
}
