package import ParleyEngine
internal import ParleyStore

extension Session {
  /// Takes the secrets out of what is recorded of a run: those that its requests were sent with and its steps read and wrote, what was
  /// made of them, and all that this session knows.
  package func masking(of recording: RunRecording) async -> RecordMasking {
    await masking(of: recording, readingExchangesOf: recording.nodes)
  }

  /// The same where not all exchanges are read: those of nodes without a secret hold none.
  func masking(of recording: RunRecording, readingExchangesOf nodes: [NodeRecord]) async -> RecordMasking {
    var secrets = RecordMasking.secrets(of: recording)
    for id in Set(nodes.flatMap(\.exchanges)) {
      guard let kept = try? await recordedExchange(id) else { continue }
      secrets.formUnion(kept.exchange.secrets)
    }
    self.secrets.learn(secrets)
    secrets.formUnion(self.secrets.all)
    return masking(of: recording, hiding: secrets)
  }

  /// The secrets to mask in an exchange: its own, and all that this session knows.
  package func masked(by own: Secrets) -> Secrets {
    var all = own
    all.formUnion(secrets.all)
    return all
  }

  /// The masking of a recorded run whose secrets are already known.
  func masking(of recording: RunRecording, hiding secrets: Secrets) -> RecordMasking {
    RecordMasking(secrets, of: recording, recognizer: self.secrets.recognizer)
  }
}

extension NodeRecord {
  /// All that it sent.
  fileprivate var exchanges: [ExchangeID] { attempts.compactMap(\.exchange) + [exchange].compactMap(\.self) }
}
