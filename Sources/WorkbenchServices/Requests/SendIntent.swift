package import ParleyEngine
package import ParleyModel

/// The intent to send a draft, with the answers given so far.
package struct SendIntent: Hashable, Sendable {
  package var request: RequestID
  package var draft: RequestDraft
  /// The answers typed into the form, by the name of the question. Held in memory only.
  package var answers: [String: String]
  /// How long those answers are kept, by the name of the question; for this one time where nothing is said.
  package var keeping: [String: AnswerKeeping] = [:]
  /// How often it is sent, where that is more than once.
  package var repetition: Repetition?
  /// Whether the server's certificate is not checked this time.
  package var skipsCertificateCheck = false
  /// Whether the server is asked, whatever the cache has.
  package var asksServer = false
  /// Whether the person has said yes where the environment wants to be asked first.
  package var isConfirmed: Bool

  package init(
    _ request: RequestID, _ draft: RequestDraft, answers: [String: String] = [:], isConfirmed: Bool = false
  ) {
    self.request = request
    self.draft = draft
    self.answers = answers
    self.isConfirmed = isConfirmed
  }
}

extension SendIntent {
  package struct Repetition: Hashable, Sendable {
    package var count: Int
    /// How many are in flight at most.
    package var atOnce: Int

    package init(count: Int, atOnce: Int) {
      (self.count, self.atOnce) = (count, atOnce)
    }
  }
}

package enum SendOutcome: Sendable {
  /// It can be sent as often as was asked for; nothing has been sent.
  case repeats(RepeatedSend)
  /// It is in flight: a call that was started, how long it may take before it holds the person, and what it promises.
  case started(Call, hold: Duration? = nil, SendingOutline = SendingOutline())
  /// All that must be asked, in one form.
  case asks([Question])
  /// The environment wants a yes: a sentence that says to what.
  case wantsConfirmation(String)
  case wantsTrust([TrustItem])
}

/// The expected effects of a successful request, to be confirmed when it has completed.
package struct SendingOutline: Hashable, Sendable {
  /// How many expectations the request or its defaults name; what holds without being named does not count.
  package var expectations: Int
  /// The shared keys that take values of the response.
  package var captures: [String]
  /// Whether a login comes first, which may ask something.
  package var logsIn = false
  /// The questions whose answers it was sent with, but for those that are kept on this machine: what the server refuses is asked again.
  package var asked: [String] = []
  /// Probable mistakes, in a sentence each.
  package var warnings: [String] = []

  package init(expectations: Int = 0, captures: [String] = []) {
    self.expectations = expectations
    self.captures = captures
  }
}
