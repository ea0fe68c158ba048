package import ParleyText

/// A text of a workspace's file that somebody may have typed a credential into, and what it is for.
package struct CredentialField: Sendable {
  package let kind: CredentialFinder.Kind
  /// The place in the file, as in `headers.Cookie`.
  let slot: String

  init(_ kind: CredentialFinder.Kind, _ slot: String) {
    (self.kind, self.slot) = (kind, slot)
  }
}
