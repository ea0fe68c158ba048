import ParleyText
import ParleyWorkspace
import Workbench

/// The place of a setting in a request's file, with functions that read and write its text. Texts are as a person types
/// them; templates are not resolved.
struct SettingField: Sendable {
  /// Empty where the request says nothing.
  let read: @Sendable (RequestDefinition) -> String
  /// - Throws: `Problem` for a text that is no such value.
  let write: @Sendable (String, inout RequestDefinition) throws -> Void
  /// The effective value and its origin; nil if there is nothing to inherit.
  let effective: @Sendable (EffectiveRequest) -> (value: String, origin: ValueOrigin)?
}

extension SettingField {
  /// Nil for what belongs to a kind of authorization: those are read and written together.
  init?(_ key: SettingKey) {
    switch key {
    case .queryStyle: self = .choice(\.queryStyle) { $0.queryStyle.map(\.rawValue) }
    case .serialization: self = .choice(\.serialization) { $0.serialization.map(\.rawValue) }
    case .root: self = .text(\.root) { $0.root.map { $0 ?? "" } }
    case .status: self = .status(\.expect.status) { $0.expect.status.map(\.typed) }
    case .within: self = .duration(\.expect.within) { $0.expect.within.map(Self.text) }
    case .schema: self = .schema
    case .envelope: self = .choice(\.response.envelope) { $0.response.envelope.map(\.rawValue) }
    case .responseRoot: self = .text(\.response.root) { $0.response.root.map { $0 ?? "" } }
    case .codec: self = .choice(\.response.codec) { $0.response.codec.map { $0?.rawValue ?? "" } }
    case .duplicates: self = .choice(\.duplicates) { $0.duplicates.map(\.rawValue) }
    case .hold: self = .duration(\.hold) { $0.hold.map(Self.text) }
    case .filePath, .fileType, .fileMD5: self = .file(key)
    case .cache: self = .cacheSwitch
    case .timeToLive: self = .duration(\.cache.ttl) { $0.cache.ttl.map(Self.text) }
    case .ignoredQuery: self = .ignoredQuery
    case .invalidates: self = .invalidates
    case .attempts, .delay, .backoff, .jitter, .retryStatus, .retryAfter: self = .retry(key)
    default:
      guard let option = Self.option(key) else { return nil }
      self = option
    }
  }

  private static func option(_ key: SettingKey) -> SettingField? {
    switch key {
    case .timeout: .duration(\.options.timeout) { $0.options.timeout.map(text) }
    case .connectTimeout: .duration(\.options.connectTimeout) { $0.options.connectTimeout.map(text) }
    case .redirects: .number(\.options.redirects, 0...100) { $0.options.redirects.map(text) }
    case .verify: .boolean(\.options.verify) { $0.options.verify.map(text) }
    case .ca: .text(\.options.ca) { $0.options.ca.map { $0?.value ?? "" } }
    case .gzip: .boolean(\.options.gzip) { $0.options.gzip.map(text) }
    case .decompress: .boolean(\.options.decompress) { $0.options.decompress.map(text) }
    case .maxBody: .size(\.options.maxBody) { $0.options.maxBody.map { $0.map(SizeText.text) ?? "" } }
    case .cookies: .boolean(\.options.cookies) { $0.options.cookies.map(text) }
    case .httpVersion: .choice(\.options.httpVersion) { $0.options.httpVersion.map { $0?.rawValue ?? "" } }
    case .proxy: .text(\.options.proxy) { $0.options.proxy.map { $0?.value ?? "" } }
    case .unixSocket: .text(\.options.unixSocket) { $0.options.unixSocket.map { $0?.value ?? "" } }
    case .download: .text(\.options.download) { $0.options.download.map { $0?.value ?? "" } }
    case .certificate, .certificateKey, .certificatePassphrase: .certificate(key)
    default: nil
    }
  }
}

// The kinds of values.
extension SettingField {
  static let schema = SettingField(
    \.expect.schema, text: \.text, parse: SchemaExpectation.init(text:),
    effective: { $0.expect.schema.map { $0?.text ?? "" } })

  typealias Path<Value> = any WritableKeyPath<RequestDefinition, Located<Value>?> & Sendable

  /// - Parameters:
  ///   - parse: nil for what is no such value.
  init<Value: Sendable>(
    _ path: Path<Value>, text: @escaping @Sendable (Value) -> String, parse: @escaping @Sendable (String) -> Value?,
    effective: @escaping @Sendable (EffectiveRequest) -> Inherited<String>
  ) {
    self.init(
      read: { $0[keyPath: path].map { text($0.value) } ?? "" },
      write: { typed, definition in definition[keyPath: path] = try Self.located(typed, parse) },
      effective: {
        let inherited = effective($0)
        return (inherited.value, inherited.origin)
      })
  }

  static func located<Value>(_ typed: String, _ parse: (String) -> Value?) throws -> Located<Value>? {
    guard !typed.isEmpty else { return nil }
    guard let value = parse(typed) else { throw Problem(code: "draft.value", "“\(typed)” is not valid here.") }
    return Located(value)
  }

  static func text(
    _ path: Path<String>, _ effective: @escaping @Sendable (EffectiveRequest) -> Inherited<String>
  ) -> SettingField {
    SettingField(path, text: { $0 }, parse: { $0 }, effective: effective)
  }

  static func duration(
    _ path: Path<Duration>, _ effective: @escaping @Sendable (EffectiveRequest) -> Inherited<String>
  ) -> SettingField {
    SettingField(path, text: DurationText.text, parse: DurationText.parse, effective: effective)
  }

  static func number(
    _ path: Path<Int>, _ range: ClosedRange<Int>,
    _ effective: @escaping @Sendable (EffectiveRequest) -> Inherited<String>
  ) -> SettingField {
    SettingField(
      path, text: { "\($0)" }, parse: { Int($0).flatMap { range.contains($0) ? $0 : nil } }, effective: effective)
  }

  static func size(
    _ path: Path<Int>, _ effective: @escaping @Sendable (EffectiveRequest) -> Inherited<String>
  ) -> SettingField {
    SettingField(path, text: SizeText.text, parse: SizeText.parse, effective: effective)
  }

  static func boolean(
    _ path: Path<Bool>, _ effective: @escaping @Sendable (EffectiveRequest) -> Inherited<String>
  ) -> SettingField {
    SettingField(path, text: { "\($0)" }, parse: { Bool($0) }, effective: effective)
  }

  static func status(
    _ path: Path<StatusExpectation>, _ effective: @escaping @Sendable (EffectiveRequest) -> Inherited<String>
  ) -> SettingField {
    SettingField(path, text: \.typed, parse: { StatusExpectation(written: $0) }, effective: effective)
  }

  static func choice<Value: RawRepresentable & Sendable>(
    _ path: Path<Value>, _ effective: @escaping @Sendable (EffectiveRequest) -> Inherited<String>
  ) -> SettingField where Value.RawValue == String {
    SettingField(path, text: { $0.rawValue }, parse: { Value(rawValue: $0) }, effective: effective)
  }
}

// Parts of what is said as a whole.
extension SettingField {
  /// The first of them makes it, and without it the others say nothing.
  private static func retry(_ key: SettingKey) -> SettingField {
    SettingField(
      read: { $0.retry.map { text(key, of: $0.value) } ?? "" },
      write: { typed, definition in
        guard !typed.isEmpty || definition.retry != nil else { return }
        var retry = definition.retry?.value ?? RetryDefinition()
        try set(typed, key, in: &retry)
        definition.retry = key == .attempts && typed.isEmpty ? nil : Located(retry)
      },
      effective: { ($0.retry.value.map { text(key, of: $0) } ?? "", $0.retry.origin) })
  }

  private static func text(_ key: SettingKey, of retry: RetryDefinition) -> String {
    switch key {
    case .attempts: "\(retry.attempts.value)"
    case .delay: retry.delay.map { DurationText.text(of: $0.value) } ?? ""
    case .backoff: retry.backoff?.value.rawValue ?? ""
    case .jitter: retry.jitter.map { "\($0.value)" } ?? ""
    case .retryStatus: retry.status?.value.typed ?? ""
    default: retry.retryAfter.map { "\($0.value)" } ?? ""
    }
  }

  private static func set(_ typed: String, _ key: SettingKey, in retry: inout RetryDefinition) throws {
    switch key {
    case .attempts:
      retry.attempts = try located(typed) { Int($0).flatMap { (0...100).contains($0) ? $0 : nil } } ?? Located(0)
    case .delay: retry.delay = try located(typed, DurationText.parse)
    case .backoff: retry.backoff = try located(typed) { RetryDefinition.Backoff(rawValue: $0) }
    case .jitter: retry.jitter = try located(typed) { Double($0).flatMap { (0...1).contains($0) ? $0 : nil } }
    case .retryStatus: retry.status = try located(typed) { StatusExpectation(written: $0) }
    default: retry.retryAfter = try located(typed) { Bool($0) }
    }
  }

  private static func certificate(_ key: SettingKey) -> SettingField {
    SettingField(
      read: { $0.options.certificate.map { text(key, of: $0) } ?? "" },
      write: { typed, definition in
        guard !typed.isEmpty || definition.options.certificate != nil else { return }
        var certificate = definition.options.certificate ?? CertificateDefinition()
        switch key {
        case .certificate: certificate.file = Located(typed)
        case .certificateKey: certificate.key = typed.isEmpty ? nil : Located(typed)
        default: certificate.passphrase = typed.isEmpty ? nil : Located(typed)
        }
        definition.options.certificate = key == .certificate && typed.isEmpty ? nil : certificate
      },
      effective: { ($0.options.certificate.value.map { text(key, of: $0) } ?? "", $0.options.certificate.origin) })
  }

  private static func text(_ key: SettingKey, of certificate: CertificateDefinition) -> String {
    switch key {
    case .certificate: certificate.file.value
    case .certificateKey: certificate.key?.value ?? ""
    default: certificate.passphrase?.value ?? ""
    }
  }

  private static func file(_ key: SettingKey) -> SettingField {
    SettingField(
      read: { definition in
        guard case .file(let file)? = definition.body else { return "" }
        return switch key {
        case .filePath: file.path.value
        case .fileType: file.type?.value ?? ""
        default: file.md5.map { "\($0.value)" } ?? ""
        }
      },
      write: { typed, definition in
        guard case .file(var file)? = definition.body else { return }
        switch key {
        case .filePath: file.path = Located(typed)
        case .fileType: file.type = typed.isEmpty ? nil : Located(typed)
        default: file.md5 = try located(typed) { Bool($0) }
        }
        definition.body = .file(file)
      }, effective: { _ in nil })
  }
}

extension SettingField {
  fileprivate static func text(_ duration: Duration?) -> String { duration.map(DurationText.text) ?? "" }
  fileprivate static func text(_ number: Int?) -> String { number.map { "\($0)" } ?? "" }
  fileprivate static func text(_ flag: Bool?) -> String { flag.map { "\($0)" } ?? "" }
}
