import ParleyEngine

@testable import ParleyStore

/// The storages that hold shared data: what is true of it is true of it in each.
enum SharedPlace: String, CaseIterable {
  case memory, disk
  /// Beside a team that has other keys.
  case routed

  func shared(
    in folder: TemporaryFolder, environment: String? = "local", rules: SharedRules = SharedRules(),
    events: EventBus? = nil
  ) async throws -> SharedUnderTest {
    let store = self == .disk ? try await Store.opened(in: folder) : nil
    var storage: any SharedDataStorage = store?.sharedData ?? InMemorySharedData()
    if self == .routed {
      let others = RoutedSharedData.Team(
        keys: SharedKeySelection(names: ["the team's *"]), storage: InMemorySharedData())
      storage = RoutedSharedData(local: storage, team: others)
    }
    let shared = SharedData(storage: storage, environment: environment, rules: rules, events: events)
    return SharedUnderTest(shared: shared, storage: storage, store: store)
  }
}

/// Shared data and what keeps it.
struct SharedUnderTest {
  let shared: SharedData
  let storage: any SharedDataStorage
  let store: Store?

  /// What is kept of a key's last change, as its cipher made it.
  func kept(_ name: String) async throws -> SharedContent? {
    try await storage.lastChange(of: shared.key(name))?.content
  }

  func close() async {
    await store?.close()
  }
}

/// Turns every byte over, and says that it hides something: what a cipher does, without its cost.
struct FlippingCipher: Cipher {
  let isSecret = true

  func encode(_ plain: [UInt8], of key: SharedKey) -> Ciphertext { Ciphertext(plain.map { ~$0 }) }
  func decode(_ kept: Ciphertext, of key: SharedKey) -> [UInt8] { kept.bytes.map { ~$0 } }
}

extension SharedChange {
  /// The change in short: `a = 1`, `− a (1)`.
  var text: String {
    guard case .removed = entry.content else { return "\(key.name) = \(entry.value?.text ?? "?")" }
    guard case .value(let value)? = removed else { return "− \(key.name) (?)" }
    return "− \(key.name) (\(value.text ?? "?"))"
  }
}

extension SharedChanges {
  /// The next changes, so many.
  func next(_ count: Int) async -> [String] {
    var texts: [String] = []
    var iterator = makeAsyncIterator()
    while texts.count < count, let change = await iterator.next() { texts.append(change.text) }
    return texts
  }
}

/// What a call threw; nil when it did not.
func refusal(_ call: () async throws -> Void) async -> SharedDataError.Kind? {
  do {
    try await call()
    return nil
  } catch {
    return (error as? SharedDataError)?.kind
  }
}
