import ParleyText

// The names by which templates and filters find steps.
extension String {
  package var isStepName: Bool {
    guard let first = utf8.first, first.isLetter || first == UInt8(ascii: "_") else { return false }
    return utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
  }

  /// The name of a step whose id ends so: what a name cannot have becomes `_`, as in `not_found` from `not-found`.
  package var asStepName: String {
    let name = String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    return name.isStepName ? name : "_" + name
  }
}
