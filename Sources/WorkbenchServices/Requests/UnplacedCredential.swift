package import ParleyModel

/// A credential that somebody typed and that is about to be written in clear. Its value stays behind the services.
package struct UnplacedCredential: Hashable, Sendable {
  package var id: Int
  /// Such as `token`.
  package var label: String
  /// Such as `auth.bearer of requests/user/login.yaml`.
  package var place: String
  /// Whether it is a variable's whole value, so that the variable itself can say where that comes from.
  package var isVariable: Bool

  package init(id: Int, label: String, place: String, isVariable: Bool) {
    (self.id, self.label, self.place, self.isVariable) = (id, label, place, isVariable)
  }
}

/// The place for a credential.
package struct CredentialPlacement: Hashable, Sendable {
  package var id: Int
  package var home: CredentialHome

  package init(_ id: Int, at home: CredentialHome) { (self.id, self.home) = (id, home) }
}
