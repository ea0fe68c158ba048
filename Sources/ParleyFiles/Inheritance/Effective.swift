import ParleyText

/// The effective values of a request under the keys of a map: under each key the nearest one, and its origin.
@dynamicMemberLookup
package struct Effective<Definition: Sendable & Equatable>: Sendable, Equatable {
  /// All of it, as if one had said it.
  package let said: Definition
  private let origins: [Origin]

  private struct Origin: Sendable, Equatable {
    let key: String
    let path: @Sendable () -> any PartialKeyPath<Definition> & Sendable
    let origin: ValueOrigin

    static func == (left: Origin, right: Origin) -> Bool { left.key == right.key && left.origin == right.origin }
  }

  /// - Parameter levels: the nearest first.
  init(_ levels: [(origin: ValueOrigin, said: Definition)], of form: Form<Definition>) {
    let blank = form.blank
    (said, origins) = levels.reduce(into: (blank, [])) { result, level in
      guard level.said != blank else { return }
      for key in form.keys where key.write(result.0) == nil && key.write(level.said) != nil {
        key.copy(level.said, &result.0)
        result.1.append(Origin(key: key.property.name, path: key.path, origin: level.origin))
      }
    }
  }

  /// `standard` where nobody says anything.
  package func origin(of key: String) -> ValueOrigin {
    origins.first { $0.key == key }?.origin ?? .standard
  }

  package subscript<Value: Sendable>(dynamicMember path: KeyPath<Definition, Located<Value>?>) -> Inherited<Value?> {
    Inherited(
      said[keyPath: path]?.value, from: origins.first { ($0.path() as AnyKeyPath) == path }?.origin ?? .standard)
  }
}

extension Inherited {
  /// The same place, and what is made of its value.
  package func map<Other>(_ transform: (Value) -> Other) -> Inherited<Other> {
    Inherited<Other>(transform(value), from: origin)
  }
}
