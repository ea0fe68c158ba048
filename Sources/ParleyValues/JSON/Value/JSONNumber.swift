/// A JSON number as it was written, of any size and precision.
///
/// Nothing is converted until asked for, and every conversion says what it may lose:
///
///     let number = JSONNumber("9007199254740993")   // nil unless RFC 8259 §6 allows the text
///     Int(exactly: number)                          // 9007199254740993
///     Double(number)                                // 9007199254740992
///
/// Numbers are equal when they mean the same (`1.10`, `1.1` and `11e-1` do); compare `text` to tell how they are written.
public struct JSONNumber: Sendable {
  /// The digits as written, in JSON's grammar.
  public let text: String

  /// `nil` unless `text` is a number in JSON's grammar.
  public init?(_ text: String) {
    guard JSONScanner.isNumber(text) else { return nil }
    self.text = text
  }

  /// For a text that the scanner has accepted.
  init(accepted text: String) {
    self.text = text
  }

  /// A whole number of any size.
  public init(_ value: some BinaryInteger) {
    text = value.description
  }

  /// The shortest digits that read back as `value`, whole numbers without a fraction; `nil` for infinities and NaN,
  /// which JSON cannot write.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = Self.shortest(value.description)
  }

  /// See `init(_: Double)`.
  public init?(_ value: Float) {
    guard value.isFinite else { return nil }
    text = Self.shortest(value.description)
  }

  private static func shortest(_ description: String) -> String {
    description.hasSuffix(".0") ? String(description.dropLast(2)) : description
  }
}

extension JSONNumber: Hashable {
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.text == right.text || left.decimal == right.decimal
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(decimal)
  }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}

extension JSONNumber: CustomStringConvertible {
  public var description: String { text }
}
