import ParleyEngine
import ParleyStore
import TestSupport

/// A store into which eight tasks keep exchanges, events and drafts.
struct KilledStore: KillKind {
  func attempt(_ trial: Trial) async throws {
    let folder = try TemporaryDirectory()
    let (place, key) = (folder.path("store"), folder.path("key"))
    let lines = try await Killed.lines("store-torture", ["keep", place, key], in: trial, after: 50..<1500)
    try await Killed.look(into: Store(at: place, machineKey: key), trial) { store in
      try await lookForExchanges(lines, in: store, trial)
      try await lookForDraft(lines, in: store, trial)
    }
  }

  private func lookForExchanges(_ lines: [String], in store: Store, _ trial: Trial) async throws {
    for line in lines where line.hasPrefix("exchange ") {
      let kept = try await store.history.exchange(ExchangeID(rawValue: String(line.dropFirst(9))))
      let size = kept?.exchange.response?.body.count
      trial.expect(kept != nil && size == kept?.entry.size, "An exchange that was kept is not there: \(line)")
    }
  }

  private func lookForDraft(_ lines: [String], in store: Store, _ trial: Trial) async throws {
    guard let told = lines.last(where: { $0.hasPrefix("draft ") }).flatMap({ Int($0.dropFirst(6)) }) else { return }
    let draft = try await store.drafts.load("d")
    let saved = draft.flatMap { Int(String(decoding: $0.content, as: UTF8.self)) } ?? -1
    trial.expect(saved >= told, "The draft is \(saved), though \(told) was saved")
  }
}
