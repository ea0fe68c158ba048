internal import ParleyEngine
import ParleyText

/// One level that may say something of a request.
struct EffectiveLevel: Sendable {
  let origin: ValueOrigin
  @CopyOnWrite private(set) var said: DefaultsDefinition
}

/// The levels of a request, the nearest first:
///
///     the request → its folder → … → requests/ → the environment → its server's tls → parley.yaml → nobody
struct EffectiveLevels: Sendable {
  let levels: [EffectiveLevel]

  /// Returns the nearest value and its origin.
  func nearest<Value>(_ read: (DefaultsDefinition) -> Value?) -> Inherited<Value?> {
    for level in levels {
      if let value = read(level.said) { return Inherited(value, from: level.origin) }
    }
    return Inherited(nil, from: .standard)
  }

  /// The same without its place.
  func nearest<Value>(_ read: (DefaultsDefinition) -> Located<Value>?) -> Inherited<Value?> {
    let found: Inherited<Located<Value>?> = nearest(read)
    return found.map { $0?.value }
  }

  func nearest<Value>(
    _ read: (DefaultsDefinition) -> Located<Value>?, standard: Value
  ) -> Inherited<Value> {
    nearest { read($0)?.value }.map { $0 ?? standard }
  }

  /// A name that a nearer level has, even turned off, hides those of the levels behind. Those behind stand first.
  package func rows(_ read: (DefaultsDefinition) -> [Row]) -> [Inherited<Row>] {
    levels.reduce(into: []) { result, level in
      let taken = Set(result.map { $0.value.name.lowercased() })
      let added = read(level.said).filter { !taken.contains($0.name.lowercased()) }
      result = added.map { Inherited($0, from: level.origin) } + result
    }
  }
}

extension EffectiveRequest {
  package init(
    _ definition: RequestDefinition, id: String, levels applied: [AppliedDefaults], servers: [ServerDefinition]
  ) {
    let shared = applied.map { EffectiveLevel(origin: $0.origin, said: $0.defaults) }
    let own = EffectiveLevel(origin: .request, said: DefaultsDefinition(saidBy: definition))
    let server = Self.server(EffectiveLevels(levels: [own] + shared), servers)
    let levels = EffectiveLevels(levels: [own] + shared.inserting(server?.value))
    let options = EffectiveOptions(
      levels.levels.map { ($0.origin, $0.said.wholeOptions) }, of: OptionsDefinition.form)
    self.init(
      id: id, definition: definition, server: server, headers: levels.rows(\.headers), auth: levels.auth,
      queryStyle: levels.nearest(\.queryStyle, standard: .repeated), root: levels.nearest(\.root),
      serialization: levels.nearest(\.serialization, standard: .json), expect: EffectiveExpect(levels, options),
      response: EffectiveResponse(levels), retry: levels.nearest(\.retry), cache: EffectiveCache(levels),
      duplicates: levels.nearest(\.duplicates, standard: .standard(for: definition.method?.value)),
      options: options, hold: levels.nearest(\.hold))
  }

  private static func server(_ levels: EffectiveLevels, _ servers: [ServerDefinition]) -> Inherited<ServerDefinition>? {
    let named: Inherited<String?> = levels.nearest(\.server)
    let server = named.value.map { name in servers.first { $0.name.value == name } } ?? servers.first
    return server.map { Inherited($0, from: named.origin) }
  }
}

extension [EffectiveLevel] {
  /// A server's TLS is said in `parley.yaml` too, and more nearly than what holds for all servers.
  fileprivate func inserting(_ server: ServerDefinition?) -> [EffectiveLevel] {
    guard let server, server.tls != TLSDefinition() else { return self }
    let said = DefaultsDefinition(options: OptionsDefinition(server.tls))
    let level = EffectiveLevel(origin: .server(server.name.value), said: said)
    let place = firstIndex { $0.origin == .workspace } ?? endIndex
    return self[..<place] + [level] + self[place...]
  }
}

extension DefaultsDefinition {
  /// Creates the level of a request itself: the settings that can be inherited.
  fileprivate init(saidBy request: RequestDefinition) {
    self.init(
      server: request.server, headers: request.headers, auth: request.auth, queryStyle: request.queryStyle,
      root: request.root, serialization: request.serialization, expect: request.expect, response: request.response,
      retry: request.retry, cache: request.cache, duplicates: request.duplicates, options: request.options,
      hold: request.hold)
  }
}

extension EffectiveLevels {
  fileprivate var auth: Inherited<AuthDefinition> {
    nearest { level in level.auth.flatMap { $0.value == .inherit ? nil : $0 } }.map { $0 ?? .anonymous }
  }
}

extension EffectiveExpect {
  fileprivate init(_ levels: EffectiveLevels, _ options: EffectiveOptions) {
    // A redirect that is not to be followed is the response that was asked for.
    let standard = options.redirects.value == 0 ? StatusExpectation.standardWithRedirects : .standard
    status = levels.nearest(\.expect.status, standard: standard)
    headers = levels.rows(\.expect.headers)
    within = levels.nearest(\.expect.within)
    let jq: Inherited<[Located<JQFilter>]?> = levels.nearest { $0.expect.jq.isEmpty ? nil : $0.expect.jq }
    self.jq = jq.map { $0 ?? [] }
    schema = levels.nearest(\.expect.schema)
  }
}

extension EffectiveCache {
  fileprivate init(_ levels: EffectiveLevels) {
    isOff = levels.nearest(\.cache.isOff, standard: false)
    ttl = levels.nearest(\.cache.ttl)
    update = levels.nearest(\.cache.update)
    group = levels.nearest(\.cache.group)
    ignoreQuery = levels.nearest(\.cache.ignoreQuery)
    invalidates = levels.nearest(\.cache.invalidates)
  }
}

extension EffectiveResponse {
  fileprivate init(_ levels: EffectiveLevels) {
    envelope = levels.nearest(\.response.envelope, standard: .unopened)
    root = levels.nearest(\.response.root)
    codec = levels.nearest { $0.response.codec ?? $0.codec }
  }
}

extension DefaultsDefinition {
  /// With those that have a short form.
  package var wholeOptions: OptionsDefinition {
    var options = options
    options.timeout = options.timeout ?? timeout
    options.redirects = options.redirects ?? redirects
    return options
  }
}
