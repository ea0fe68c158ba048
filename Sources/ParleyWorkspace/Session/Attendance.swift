package import ParleyEngine
package import ParleyFiles

/// The person who is there while requests are in flight.
package final class Attendance: Sendable {
  private let client: Client
  private let person = Lock<(any Prompter)?>(nil)

  init(for client: Client) {
    self.client = client
  }

  /// Asks a person; nil if nobody can be asked.
  package var prompter: (any Prompter)? {
    get { person.withLock { $0 } }
    set { person.withLock { $0 = newValue } }
  }

  /// Shows a person where to sign in; nil where nobody is there.
  package var signInGuide: (any SignInGuide)? {
    get { client.configuration.signIn }
    set { client.configuration.signIn = newValue }
  }
}
