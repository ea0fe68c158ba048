import ParleyEngine

/// Reads the fields of a body and gathers everything that is wrong with them, so that one response says it all.
final class FieldReader {
  private let document: JSONValue
  private var mistakes: [Problem.Field] = []

  init(_ document: JSONValue) {
    self.document = document
  }

  /// The field's text, or "" and a mistake.
  func text(_ name: String, where isUsable: (String) -> Bool, _ requirement: String) -> String {
    guard let text = optionalText(name, where: isUsable, requirement) else {
      if document[name] == nil { refuse(name, "is missing; it \(requirement)") }
      return ""
    }
    return text
  }

  /// The field's text; nil where there is none, and nil with a mistake where it is not usable.
  func optionalText(_ name: String, where isUsable: (String) -> Bool, _ requirement: String) -> String? {
    guard let value = document[name] else { return nil }
    guard let text = value.string, isUsable(text) else {
      refuse(name, requirement)
      return nil
    }
    return text
  }

  /// The field's whole number, written as a number or (in a form) as text; `standard` where there is none.
  func integer(_ name: String, in bounds: ClosedRange<Int>, standard: Int? = nil) -> Int {
    if document[name] == nil, let standard { return standard }
    let value = document[name]?.int ?? document[name]?.string.flatMap { Int($0) }
    guard let value, bounds.contains(value) else {
      refuse(name, "must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
      return bounds.lowerBound
    }
    return value
  }

  /// - Throws: `Problem` 422 with every mistake, if there is one.
  func finish() throws {
    if !mistakes.isEmpty { throw Problem.invalid(mistakes) }
  }

  private func refuse(_ name: String, _ message: String) {
    mistakes.append(Problem.Field(field: name, message: message))
  }
}
