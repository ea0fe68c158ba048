/// Shows a person where to sign in, for the grants of ``OAuth2`` that need one.
///
/// ```swift
/// struct Browser: SignInGuide {
///   func show(_ invitation: SignInInvitation) async throws { open(invitation.address) }
/// }
/// configuration.signIn = Browser()
/// ```
public protocol SignInGuide: Sendable {
  /// Shows it. The task is cancelled when the sign-in has ended, whatever came of it; returning earlier only says that there is
  /// nothing more to show.
  /// - Throws: to give the sign-in up. An `AuthorizationError` is passed on as it is.
  func show(_ invitation: SignInInvitation) async throws
}

/// The instructions for a person who has to sign in.
public struct SignInInvitation: Sendable, Hashable {
  /// The page to sign in at: `http` or `https`, without control characters.
  public let address: String
  /// The code to type on that page; nil where the page knows it already.
  public let code: String?
  /// The page that has the code in it, as far as the server has one.
  public let addressWithCode: String?
  /// The address on this machine to which the browser returns; nil where it does not return.
  public let redirectURL: String?
  /// By which the authorization server knows this program.
  public let clientID: String
  /// Until when the person can sign in.
  public let expiresAt: Timestamp

  package init(
    address: String, code: String?, addressWithCode: String?, redirectURL: String?, clientID: String,
    expiresAt: Timestamp
  ) {
    self.address = address
    self.code = code
    self.addressWithCode = addressWithCode
    self.redirectURL = redirectURL
    self.clientID = clientID
    self.expiresAt = expiresAt
  }

  /// The page to open: the one with the code in it, where there is one.
  public var bestAddress: String { addressWithCode ?? address }
}

extension AuthorizationError {
  /// A person would not sign in.
  package static let signInCancelled = AuthorizationError(
    .signIn, "The sign-in was cancelled.", advice: "Send the request again to sign in.")

  static func nobodySignsIn(at page: String) -> AuthorizationError {
    AuthorizationError(
      .signIn, "A person has to sign in, and nobody can be asked here.",
      detail: "The page to sign in at is \(page).",
      advice: "Send the request once in a terminal or in the workbench. The token is kept, and used from then on.")
  }

  static let signInTimedOut = AuthorizationError(
    .signIn, "Nobody signed in in time.", advice: "Send the request again to sign in.")

  static func unusableAddress(_ name: String) -> AuthorizationError {
    AuthorizationError(
      .signIn, "The \(name) is not an address that a browser can open.",
      advice: "Write a whole URL with http:// or https://, or a path on the request's server.")
  }
}
