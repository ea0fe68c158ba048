internal import ParleyText

/// A credential that stood in an imported command. It is told to nobody but the store that seals it.
package struct ImportedSecret: Sendable, Hashable {
  /// The name that the template in its place asks for, as in `secret("token at api.example.com")`.
  package let name: String
  package let value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension ImportedSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Its name alone.
  package var description: String { name }
  /// Its name alone.
  package var debugDescription: String { name }
  /// Shows nothing of its value.
  package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// The template `{{secret("…")}}`.
package enum SecretTemplate {
  private static let longest = 120

  package static func text(_ name: String) -> String { "{{secret(\"\(name)\")}}" }

  /// A name that can stand in quotes in a template.
  package static func name(_ text: String) -> String {
    String(
      text.unicodeScalars.filter { !"\"\\{}".unicodeScalars.contains($0) && !Printable.isUnsafe($0) }
        .map(Character.init).prefix(longest))
  }
}
