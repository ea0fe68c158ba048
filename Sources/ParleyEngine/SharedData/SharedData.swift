/// Values that requests, groups and people share by key: observed, encrypted where a rule says so, with who wrote them last.
///
/// ```swift
/// let shared = SharedData(storage: store.sharedData, events: client.events)
/// try await shared.set("token", "abc", writer: "user/login")
/// let token = try await shared.get("token")?.text
/// for await change in shared.changes(of: .key("token")) { show(change) }
/// ```
///
/// A key belongs to the active environment unless a rule declares it for the workspace. Several may hold the same storage,
/// other processes too: each hears what the others write.
public final class SharedData: Sendable {
  struct State {
    var environment: String?
    var rules: SharedRules
    var ciphers: [String: any Cipher] = ["gzip": GzipCipher(), SharedData.secretCipher: MaskingCipher()]
  }

  /// Keeps what is a secret by where it came from, where no rule says otherwise: hidden, and without a passphrase.
  package static let secretCipher = "machine"

  let state: Lock<State>
  /// The known secrets, to which those read here are added; nil if there are none to add to.
  let known: KnownSecrets?
  let storage: any SharedDataStorage
  let cache = SharedCache()
  let feed: SharedFeed
  package let now: @Sendable () -> Timestamp
  /// Tells what this value wrote from what others did.
  let origin = Int64.random(in: 1 ... .max)

  /// - Parameters:
  ///   - storage: the storage of changes; in memory by default.
  ///   - environment: the active one.
  ///   - rules: which keys have ciphers, and which belong to the workspace.
  ///   - events: receives every change, those of other processes too.
  ///   - now: the wall clock.
  public init(
    storage: any SharedDataStorage = InMemorySharedData(), environment: String? = nil,
    rules: SharedRules = SharedRules(),
    events: EventBus? = nil, now: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) {
    state = Lock(State(environment: environment, rules: rules))
    self.storage = storage
    self.now = now
    known = events?.secrets
    feed = SharedFeed(storage: storage)
    feed.onChange(
      .init(
        sees: { [weak self] record in self?.cache.remove(record.key) },
        tells: { [weak self] group in self?.tell(group, on: events) }))
    storage.onForeignChange { [weak self] in self?.lookForForeignChanges() }
    if events != nil { feed.startNow() }
  }

  /// Begins to hear what others write. Where the storage is open, that has begun already for the event bus and for observers; without
  /// either it begins with the first use.
  public func open() async throws(SharedDataError) {
    do throws(RepositoryError) { try await feed.start() } catch { throw SharedDataError(error) }
  }

  /// The environment that keys belong to, unless a rule declares them for the workspace. Takes effect with the next call.
  public var environment: String? {
    get { state.withLock { $0.environment } }
    set { state.withLock { $0.environment = newValue } }
  }

  /// Takes effect with the next call. What is kept stays as it is kept: `bind` and `protect` rewrite it.
  public var rules: SharedRules {
    get { state.withLock { $0.rules } }
    set {
      state.withLock { $0.rules = newValue }
      cache.removeAll()
    }
  }

  /// The key of that name as it is seen from the active environment.
  public func key(_ name: String) -> SharedKey {
    state.withLock { $0.rules.key(name, in: $0.environment) }
  }

  /// Reads all again of a part of the storage that begins anew, and tells nothing of what it finds there.
  /// - Parameter lane: which of its rows of numbers.
  package func restart(lane: Int) {
    feed.restart(lane: lane)
    cache.removeAll()
    lookForForeignChanges()
  }

  /// The first time that is where it begins to hear them, before anybody else writes.
  func lookForForeignChanges() {
    feed.startNow()
    Task { try? await feed.advance() }
  }
}

// Ciphers.
extension SharedData {
  /// Takes the place of an earlier one of that name.
  public func register(_ cipher: any Cipher, as name: String) {
    state.withLock { $0.ciphers[name] = cipher }
    cache.removeAll()
  }

  /// Forgets a cipher; what it keeps cannot be read until one of that name is registered again.
  public func unregister(cipher name: String) {
    state.withLock { $0.ciphers[name] = nil }
    cache.removeAll()
  }

  /// The names that ciphers are registered by, sorted.
  package var cipherNames: [String] {
    state.withLock { $0.ciphers.keys.sorted() }
  }

  /// - Throws: `.unknownCipher`
  func cipher(_ name: String) throws(SharedDataError) -> any Cipher {
    let ciphers = state.withLock { $0.ciphers }
    guard let cipher = ciphers[name] else { throw .unknownCipher(name, known: Array(ciphers.keys)) }
    return cipher
  }

  /// Returns the name of the cipher for a value: that of the key's rule; nil for none. A secret is encrypted even if
  /// the rule names no cipher that does, unless the key is marked as plain.
  func cipher(for name: String, isSecret: Bool) -> String? {
    let (rule, ciphers) = state.withLock { ($0.rules.rule(for: name), $0.ciphers) }
    guard isSecret, rule?.isPlain != true else { return rule?.cipher }
    let hides = rule?.cipher.map { ciphers[$0]?.isSecret ?? true } ?? false
    return hides ? rule?.cipher : Self.secretCipher
  }

  /// Whether the value of a key is a secret: it is kept by a cipher that hides it, or would be when it is written.
  public func isSecret(_ name: String) -> Bool {
    let (rule, ciphers) = state.withLock { ($0.rules.rule(for: name), $0.ciphers) }
    return rule?.cipher.map { ciphers[$0]?.isSecret ?? true } ?? false
  }
}
