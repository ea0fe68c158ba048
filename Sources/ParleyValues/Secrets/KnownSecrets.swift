import DequeModule

/// The secrets learned since the client began: those that requests carried, that were captured, revealed or typed, and
/// those of cookies. Everything that reaches a listener, a file or a screen is masked by them once more, because a
/// secret of one request may come back in the response to another.
///
/// ```swift
/// client.events.secrets.learn(Secrets([passphrase]))
/// print(client.events.secrets.masking(line))
/// ```
package final class KnownSecrets: Sendable {
  private struct State {
    var secrets = Secrets()
    /// The oldest first.
    var order: Deque<String> = []
  }

  /// So many are known at once; beyond them the oldest is forgotten.
  package static let most = 2_000

  /// Says whether a member of a response's JSON is a credential, by its name and its text.
  package typealias Recognizer = @Sendable (_ name: String, _ text: String) -> Bool

  private let state = Lock(State())
  private let recognition = Lock<Recognizer?>(nil)

  /// Nothing is known yet.
  package init() {}

  /// Finds the credentials in responses to requests that carried a secret; nil where nobody says what is one.
  package var recognizer: Recognizer? {
    get { recognition.withLock { $0 } }
    set { recognition.withLock { $0 = newValue } }
  }

  /// All of them, for masking text from elsewhere.
  package var all: Secrets { state.withLock { $0.secrets } }

  /// Whether nothing is known yet.
  package var isEmpty: Bool { state.withLock { $0.secrets.isEmpty } }

  /// Masks these too from now on. What is never looked for, because it is too short, need not be known.
  package func learn(_ secrets: Secrets) {
    guard !secrets.isEmpty else { return }
    state.withLock { state in
      guard !state.secrets.contains(secrets) else { return }
      let new = secrets.unmasked.filter { $0.isLookedFor && !state.secrets.contains($0) }
      state.order.append(contentsOf: new)
      state.secrets.formUnion(new)
      let surplus = state.order.count - Self.most
      guard surplus > 0 else { return }
      state.secrets.subtract(state.order.prefix(surplus))
      state.order.removeFirst(surplus)
    }
  }

  /// Text with every secret of eight bytes and more masked.
  package func masking(_ text: String) -> String {
    all.maskingForeign(text)
  }
}
