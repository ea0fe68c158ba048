/// The reason why an evaluation leaves its current work.
enum Interrupt: Error {
  /// An error of the language, which `try` may catch.
  case failure(Failure)
  /// `break` to the label with this number.
  case leave(label: Int)
  /// A bound was met, or nobody waits any more: nothing catches it.
  case stopped(JQRuntimeError.Reason)
}

/// An error of the language: its value, and where it happened.
final class Failure: @unchecked Sendable {  // stays inside one evaluation, which belongs to one thread at a time
  /// The value that `catch` gets.
  let value: Value
  /// The origin of the value that could not be used, if the evaluation is traced or the place is known.
  let origin: Origin?
  /// The place in the filter where it happened: a byte of its text, once known.
  var place: Int?
  /// The values that a sentence quotes, where they are known.
  let culprits: [Value]
  /// Whether the value is a sentence of the language's own.
  let isSentence: Bool

  init(
    _ value: Value, origin: Origin? = nil, place: Int? = nil, quoting culprits: [Value] = [], isSentence: Bool = false
  ) {
    self.value = value
    self.origin = origin
    self.place = place
    self.culprits = culprits
    self.isSentence = isSentence
  }
}

extension Interrupt {
  /// An error with a sentence; `culprit` is the value that could not be used.
  static func error(_ sentence: String, at culprit: Value? = nil, beside other: Value? = nil) -> Interrupt {
    let culprits = [culprit, other].compactMap(\.self)
    return .failure(Failure(Value(sentence), origin: culprit?.origin, quoting: culprits, isSentence: true))
  }

  /// The error with the place in the filter, unless a place further inside is known.
  func at(_ place: Int) -> Interrupt {
    if case .failure(let failure) = self, failure.place == nil { failure.place = place }
    return self
  }
}
