package import WorkbenchServices

/// The sign-ins that are shown, the newest last.
package struct SignInState: Hashable, Sendable {
  package var open: [ShownSignIn] = []
  package var questions: [Question] = []
  /// Whether the dark modules of a QR code are drawn, in place of the light ones.
  package var drawsDark = false

  package var top: ShownSignIn? { open.last }

  package subscript(id: Int) -> ShownSignIn? { open.first { $0.id == id } }
}
