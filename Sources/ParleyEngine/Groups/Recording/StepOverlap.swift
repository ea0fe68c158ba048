/// Two steps that ran at the same time and used the same thing, which one of them changed.
package struct StepOverlap: Sendable, Hashable, Codable {
  /// The kind of thing that both used.
  package enum Kind: String, Sendable, Hashable, Codable {
    /// A shared key.
    case shared
    /// An address, at least once with a method that writes.
    case address
    /// A cookie.
    case cookie
  }

  /// The other step.
  package var step: NodePath
  /// The kind of thing that both used.
  package var kind: Kind
  /// Its name: a key, a method with an address, a cookie.
  package var name: String

  /// The other step used this too.
  package init(step: NodePath, kind: Kind, name: String) {
    (self.step, self.kind, self.name) = (step, kind, name)
  }

  /// `overlaps with 4.2: both use the shared key cart`
  package var words: String {
    switch kind {
    case .shared: "overlaps with \(step): both use the shared key \(name)"
    case .address: "overlaps with \(step): \(name)"
    case .cookie: "overlaps with \(step): both use the cookie \(name)"
    }
  }
}
