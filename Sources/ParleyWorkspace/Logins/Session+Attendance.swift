package import ParleyEngine

// Who is there while requests are in flight.
extension Session {
  /// Shows a person where to sign in; nil where nobody is there.
  package var signInGuide: (any SignInGuide)? {
    get { client.configuration.signIn }
    set { client.configuration.signIn = newValue }
  }
}
