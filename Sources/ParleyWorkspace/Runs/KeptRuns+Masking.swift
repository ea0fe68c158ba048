package import ParleyEngine
internal import ParleyStore

extension KeptRuns {
  /// Takes the secrets out of what is recorded of a run: those that its requests were sent with and its steps read and wrote, what was
  /// made of them, and all that this session knows.
  package func masking(of recording: RunRecording) async -> RecordMasking {
    await masking(of: recording, readingExchangesOf: recording.nodes)
  }

  /// The same where not all exchanges are read: those of nodes without a secret hold none.
  func masking(of recording: RunRecording, readingExchangesOf nodes: [NodeRecord]) async -> RecordMasking {
    var secrets = RecordMasking.secrets(of: recording)
    for id in Set(nodes.flatMap(\.exchanges)) {
      guard let kept = try? await session.history.recorded(id) else { continue }
      secrets.formUnion(kept.exchange.secrets)
    }
    session.secrets.learn(secrets)
    secrets.formUnion(session.secrets.all)
    return masking(of: recording, hiding: secrets)
  }

  /// The masking of a recorded run whose secrets are already known.
  func masking(of recording: RunRecording, hiding secrets: Secrets) -> RecordMasking {
    RecordMasking(secrets, of: recording, recognizer: session.secrets.recognizer)
  }
}

extension KnownSecrets {
  /// All of them, and those of an exchange itself: what is to be masked in it.
  package func all(with own: Secrets) -> Secrets {
    var all = own
    all.formUnion(self.all)
    return all
  }
}
