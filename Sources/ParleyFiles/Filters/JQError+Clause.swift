import JQ

extension JQError {
  /// Goes on after "Expected …: ".
  package var clause: String {
    let sentence = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}
