package import HTTPTypes

// Where secrets stand that are too short to be looked for.
extension Secrets {
  /// Says where a secret stands. Only a short one needs it.
  package mutating func put(_ value: String, in field: PlacedSecret.Field, before: String = "", after: String = "") {
    guard !value.isEmpty else { return }
    formUnion([value])
    guard !value.isLookedFor else { return }
    formUnion(places: [PlacedSecret(value, in: field, before: before, after: after)])
  }

  /// One, and where it stands.
  package init(_ value: String, in field: PlacedSecret.Field, before: String = "", after: String = "") {
    self.init()
    put(value, in: field, before: before, after: after)
  }

  /// The short ones of which nobody has said where they stand.
  private var unplaced: [String] {
    let short = short
    guard !short.isEmpty else { return [] }
    let placed = Set(places.map { ExactString($0.value) })
    return short.filter { !placed.contains(ExactString($0)) }
  }

  /// Whether a text that is to be kept may hold one of them.
  package func holdsShort(in text: String) -> Bool {
    short.contains { text.contains($0) }
  }

  /// Whether a text is one of them, or holds one of the others: for what is taken out of this request.
  package func hide(_ text: String) -> Bool { masking(text) != text || contains(text) }

  /// The places of short secrets in a text of their request: a whole field of it that equals one.
  func unplaced(in text: UnsafeBufferPointer<UInt8>, named name: String?) -> Set<PlacedSecret> {
    let unplaced = unplaced
    guard !unplaced.isEmpty else { return [] }
    let fields = RequestFields(of: text, named: name)
    return unplaced.reduce(into: []) { $0.formUnion(fields.places(of: $1)) }
  }

  /// Those of which nobody has said where they stand stand nowhere.
  package var placedNowhere: Secrets {
    var copy = self
    for value in unplaced { copy.put(value, in: .nowhere) }
    return copy
  }

  /// Looks where they stand among the fields of a request: a whole one holds them.
  package func placed(in fields: @autoclosure () -> RequestFields) -> Secrets {
    let unplaced = unplaced
    guard !unplaced.isEmpty else { return self }
    var copy = self
    let fields = fields()
    for value in unplaced { copy.formUnion(places: fields.places(of: value)) }
    return copy
  }

  /// A text of this request with another text in the places of one short secret.
  /// - Parameter name: of the field whose value it is.
  package func replacing(_ value: String, in text: String, named name: String? = nil, by other: String) -> String {
    var only = Secrets([value])
    only.formUnion(places: places.filter { $0.value == value })
    let bytes = Array(text.utf8)
    var (replaced, end) = ([UInt8](), 0)
    for place in only.places(in: bytes, isForeign: false, named: name) {
      replaced += bytes[end..<place.lowerBound] + Array(other.utf8)
      end = place.upperBound
    }
    return String(decoding: replaced + bytes[end...], as: UTF8.self)
  }

  /// The value of a header of this request. Of cookies only the names are left.
  package func masking(_ field: HTTPField) -> String {
    masking(Self.maskingCookies(in: field), named: field.name.rawName)
  }
}

extension PlacedSecret.Field {
  /// Whether it is a field of this name.
  func isNamed(_ name: String) -> Bool {
    switch self {
    case .header(let own): own.lowercased() == name.lowercased()
    case .parameter(let own), .member(let own): own == name
    case .nowhere, .path, .text: false
    }
  }
}
