import HTTPTypes

/// The credentials that a request is sent with, as a cache tells them apart: the kind of authentication with its user, key or
/// certificate. For tokens it is what gives them, so that a renewed token finds the entries of the one before.
///
/// Secrets stand in here. A key of the cache has only a digest of it (``identity(by:)``).
struct CacheCredentials {
  /// The credentials' names, for people.
  private var names: [String] = []
  private var facts: [String] = []

  init(of prepared: PreparedRequest, cookies: [Cookie], in configuration: ClientConfiguration) {
    let (request, wire) = (prepared.request, prepared.forTransport)
    if let authorization = request.authorization { add(authorization, of: prepared, in: configuration) }
    for field in wire.headers where field.name.isCredential || request.secrets.stand(in: field) {
      add("\(field.name.rawName) header", [field.name.canonicalName, field.value])
    }
    if let certificate = wire.options.clientCertificate { add("certificate", certificate.facts) }
    if wire.url.utf8.contains(UInt8(ascii: "@")), let user = CacheAddress(wire.url, ignoring: .all).user {
      add("user in the URL", [String(user)])
    }
    if !cookies.isEmpty { add("cookies", cookies.map(\.identity).sorted()) }
    names = names.map(request.secrets.masking)
  }

  /// - Throws: the storage's error.
  func identity(by storage: any CacheStorage) throws(RepositoryError) -> CacheIdentity {
    guard !facts.isEmpty else { return .none }
    return CacheIdentity(try storage.digest(of: facts), of: names)
  }

  private mutating func add(_ name: String, _ more: [String]) {
    names.append(name)
    facts += [name, "\(more.count)"] + more
  }

  private mutating func add(
    _ authorization: Authorization, of prepared: PreparedRequest, in configuration: ClientConfiguration
  ) {
    switch authorization {
    case .off: break
    case .source: add("authentication source", [configuration.authorizationSourceID])
    case .basic(let user, let password): add("basic \(user)", [password])
    case .bearer(let token): add("bearer", [token])
    case .apiKey(let name, let value, let place): add("API key \(name)", [place.rawValue, value])
    case .oauth2(let oauth):
      add("OAuth 2 \(oauth.clientID)", [oauth.storageKey(on: prepared.serverAddress ?? prepared.server)])
    case .supplied(let supply): add("login \(supply.name)", [supply.key, supply.header, supply.scheme ?? ""])
    case .transport(.digest(let user, let password), _): add("digest \(user)", [password])
    case .transport(.awsSigV4(let signature), _): add("AWS \(signature.accessKey)", signature.facts)
    case .custom: add("custom authentication", [])
    }
  }
}

extension CacheStorage {
  /// Every text with its length in front, so that no two rows of them look alike.
  func digest(of texts: [String]) throws(RepositoryError) -> [UInt8] {
    try digest(of: Array(texts.map { "\($0.utf8.count):\($0)" }.joined().utf8))
  }
}

extension Secrets {
  fileprivate func stand(in field: HTTPField) -> Bool {
    !isEmpty && maskingForeign(field.value) != field.value
  }
}

extension Cookie {
  /// By the login that set it; where none did, or nobody knows, by its value.
  fileprivate var identity: String { "\(domain) \(path) \(name) \(login.map { "by \($0)" } ?? "= \(value)")" }
}

extension ClientCertificate {
  private static let longest = 64 << 10

  /// The content of the file, since its name may be another certificate's tomorrow, and the name of the key's file.
  fileprivate var facts: [String] {
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.longest) { room, count in
      count = (try? FileReader(file).read(into: UnsafeMutableRawBufferPointer(room))) ?? 0
    }
    return [bytes.isEmpty ? file : Base64.encode(bytes), keyFile ?? ""]
  }
}

extension AWSSignature {
  fileprivate var facts: [String] { [secretKey, region, service, sessionToken ?? ""] }
}
