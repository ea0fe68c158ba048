/// Values that reach no log, event or error.
///
/// In the request that carries them they are masked whatever their length, because it is known that they are there. In
/// foreign text, such as an answer, only values of eight bytes and more are looked for: shorter ones stand there by chance.
///
/// ```swift
/// Secrets(["s3cret"]).masking("token=s3cret")  // "token=••••••••"
/// ```
public struct Secrets: Sendable, Hashable {
  /// What stands in a secret's place.
  public static let mask = "••••••••"
  /// From this length on, in bytes, a secret is looked for in foreign text.
  public static let shortestSought = 8

  private var values: Set<String> = []
  private var forms: [String] = []

  /// None.
  public init() {}

  /// These values; empty ones are no secrets.
  public init(_ values: some Sequence<String>) {
    formUnion(values)
  }

  /// Whether there is none.
  public var isEmpty: Bool { values.isEmpty }

  /// Adds values; empty ones are no secrets.
  public mutating func formUnion(_ more: some Sequence<String>) {
    let new = Set(more).subtracting(values).filter { !$0.isEmpty }
    guard !new.isEmpty else { return }
    values.formUnion(new)
    // The longest first, so that a secret which contains another is masked whole.
    forms = Set(values.flatMap(Self.writtenForms)).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }

  /// Adds those of another.
  public mutating func formUnion(_ other: Secrets) {
    formUnion(other.values)
  }

  /// The text of this request with every secret masked.
  public func masking(_ text: String) -> String {
    replacing(forms[...], in: text)
  }

  /// Text from elsewhere with every secret of eight bytes and more masked.
  public func maskingForeign(_ text: String) -> String {
    replacing(forms.prefix { $0.utf8.count >= Self.shortestSought }, in: text)
  }

  /// Where secrets of eight bytes and more stand in bytes from elsewhere, for what is shown byte by byte.
  public func foreignPlaces(in bytes: [UInt8]) -> [Range<Int>] {
    let source = InMemoryBytes(bytes)
    return forms.prefix { $0.utf8.count >= Self.shortestSought }.flatMap { form in
      var search = ByteSearch(form)
      // Bytes in memory can always be read.
      try? search.advance(in: source) { false }
      return search.offsets.map { $0..<$0 + search.patternLength }
    }
  }

  private func replacing(_ forms: ArraySlice<String>, in text: String) -> String {
    forms.reduce(text) { masked, form in
      masked.contains(form) ? masked.replacing(form, with: Self.mask) : masked
    }
  }

  /// The ways a value can stand in a URL, a form, a JSON text or a basic authorization.
  private static func writtenForms(of value: String) -> [String] {
    let encoded = [URLText.encoded(value) { $0.isUnreserved }, URLText.completed(value), FormEncoding.encode(value)]
    return [
      value, String(decoding: JSONPrinter.compact.bytes(of: .string(value)).dropFirst().dropLast(), as: UTF8.self),
    ] + encoded + encoded.map(\.withSmallEscapes) + base64Forms(of: Array(value.utf8))
  }

  /// By itself, and from eight bytes on as a part of something longer, where it may begin at any of three places in a group of
  /// bytes. In the alphabet for URLs too (RFC 4648 §5).
  private static func base64Forms(of value: [UInt8]) -> [String] {
    let parts = value.count < shortestSought ? [] : (0..<3).map { base64(of: value, behind: $0) }
    let forms = [Base64.encode(value)] + parts
    return forms + forms.map { $0.replacing("+", with: "-").replacing("/", with: "_") }
  }

  /// What does not depend on the bytes around it.
  private static func base64(of value: [UInt8], behind count: Int) -> String {
    let text = Base64.encode([UInt8](repeating: 0, count: count) + value)
    let sure = 8 * (count + value.count) / 6
    return String(text.prefix(sure).dropFirst(count == 0 ? 0 : count + 1))
  }
}

extension Secrets {
  /// The values themselves, for a repository that keeps them sealed beside what they were sent with.
  public var unmasked: [String] { values.sorted() }
}

extension String {
  /// `%2F` as `%2f`, which some servers write.
  fileprivate var withSmallEscapes: String {
    guard contains("%") else { return self }
    var sinceEscape = 3
    return String(
      map { character in
        sinceEscape = character == "%" ? 0 : sinceEscape + 1
        return (1...2).contains(sinceEscape) ? Character(character.lowercased()) : character
      })
  }
}
