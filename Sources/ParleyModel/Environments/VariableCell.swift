/// A value as a file says it. A secret is only its source.
package enum VariableCell: Hashable, Sendable, Codable {
  /// Masked where it holds a known secret.
  case text(String, isMasked: Bool = false)
  /// A secret that is asked for.
  case asked
  /// A secret from a variable of the operating system.
  case variable(String)
  /// A secret that a program prints.
  case program([String])

  package init(_ source: SecretSource) {
    switch source {
    case .prompt: self = .asked
    case .environment(let name): self = .variable(name)
    case .command(let words): self = .program(words)
    }
  }

  /// The source of the secret; nil for a text.
  package var source: SecretSource? {
    switch self {
    case .text: nil
    case .asked: .prompt
    case .variable(let name): .environment(name)
    case .program(let words): .command(words)
    }
  }
}
