package import ParleyEngine
internal import ParleyModel

/// One option: the key that says it, and what it is to templates, trust, the engine, curl and other formats.
package struct OptionField: Sendable {
  package typealias Path<Value: Sendable> = any WritableKeyPath<OptionsDefinition, Located<Value>?> & Sendable
  package typealias Apply<Value> = @Sendable (inout TransferOptions, Value) throws(InvalidRequest) -> Void

  let key: Form<OptionsDefinition>.Key
  /// It cannot be said for many requests at once.
  let isOfOneRequest: Bool
  let content: Content
  /// Sets the option for the engine.
  let apply: @Sendable (OptionsDefinition, inout TransferOptions) throws(InvalidRequest) -> Void
  /// The curl options that set it.
  private(set) var curlSpellings: [CurlSpelling] = []
  /// The option in a curl command; nil if it is not set.
  private(set) var curlWords: @Sendable (TransferOptions, CurlQuotes) -> String? = { _, _ in nil }
  /// The part that is lost in other formats, which cannot express the option.
  package private(set) var loss: @Sendable (OptionsDefinition) -> String? = { _ in nil }

  /// The part of an option that is filled in before it is sent.
  enum Content: Sendable {
    /// None: it holds no templates.
    case plain
    /// A path from the workspace on, which needs trust where it leads out of it.
    /// - except: a word that means something else than a path.
    case path(Path<String>, PathUse, except: String?)
    case url(Path<String>)
    case certificate
  }

  private init(
    _ key: Form<OptionsDefinition>.Key, isOfOneRequest: Bool, _ content: Content,
    apply: @escaping @Sendable (OptionsDefinition, inout TransferOptions) throws(InvalidRequest) -> Void
  ) {
    (self.key, self.isOfOneRequest, self.content, self.apply) = (key, isOfOneRequest, content, apply)
  }

  var name: String { key.property.name }

  func isSaid(in options: OptionsDefinition) -> Bool { key.write(options) != nil }
}

// Kinds of options.
extension OptionField {
  /// An option that holds no templates.
  static func value<Value>(
    _ key: SettingKey, _ path: Path<Value>, _ reader: Reader<Value>, apply: @escaping Apply<Value>
  ) -> OptionField {
    OptionField(.init(key, path, reader), .plain, of: key, path, apply)
  }

  /// A path from the workspace on, which needs trust where it leads out of it.
  /// - Parameter word: means something else than a path.
  static func path(
    _ key: SettingKey, _ path: Path<String>, for use: PathUse, except word: String? = nil,
    apply: @escaping Apply<String>
  ) -> OptionField {
    OptionField(.init(key, path, .filePath), .path(path, use, except: word), of: key, path, apply)
  }

  private init<Value>(
    _ key: Form<OptionsDefinition>.Key, _ content: Content, of setting: SettingKey, _ path: Path<Value>,
    _ apply: @escaping Apply<Value>
  ) {
    self.init(key, isOfOneRequest: setting.field.isOfOneRequest, content) { options, engine throws(InvalidRequest) in
      if let value = options[keyPath: path]?.value { try apply(&engine, value) }
    }
  }

  static var proxy: OptionField {
    let key = Form<OptionsDefinition>.Key(.proxy, \.proxy, .filled("a URL such as http://proxy:3128, or none"))
    return OptionField(key, .url(\.proxy), of: .proxy, \.proxy) { engine, address throws(InvalidRequest) in
      guard address != OptionsDefinition.noProxy else { return engine.environmentProxies = EnvironmentProxies.none }
      engine.proxy = try Proxy(address)
    }
  }

  static var certificate: OptionField {
    let key = Form<OptionsDefinition>.Key(
      "certificate", \.certificate, CertificateDefinition.reader, CertificateDefinition.summary)
    return OptionField(key, isOfOneRequest: false, .certificate) { options, engine in
      engine.clientCertificate = options.certificate?.forEngine
    }
  }
}

// The texts of an option.
extension OptionField {
  var isPlain: Bool { if case .plain = content { true } else { false } }

  /// Every text in it that may hold templates.
  func texts(in options: OptionsDefinition) -> [Located<String>] {
    switch content {
    case .plain: []
    case .path(let path, _, _), .url(let path): [options[keyPath: path]].compactMap(\.self)
    case .certificate: options.certificate?.texts ?? []
    }
  }

  func paths(in options: OptionsDefinition) -> [PathText] {
    switch content {
    case .plain, .url: []
    case .path(let path, let use, let word):
      options[keyPath: path].flatMap { $0.value == word ? nil : [PathText($0, for: use)] } ?? []
    case .certificate: options.certificate?.paths ?? []
    }
  }
}

// The further properties of an option.
extension OptionField {
  private func with(_ change: (inout OptionField) -> Void) -> OptionField {
    var copy = self
    change(&copy)
    return copy
  }

  /// Sets the words with which an export names the option if it leaves it out.
  func lost(_ words: String) -> OptionField {
    with { field in field.loss = { [key] in key.write($0) == nil ? nil : words } }
  }

  func lost(_ words: String, where value: Bool) -> OptionField {
    with { field in field.loss = { [key] in key.write($0) == .text("\(value)") ? words : nil } }
  }

  func fromCurl(_ spellings: CurlSpelling...) -> OptionField { fromCurl(spellings) }

  func fromCurl(_ spellings: [CurlSpelling]) -> OptionField { with { $0.curlSpellings += spellings } }

  func toCurl(_ words: @escaping @Sendable (TransferOptions, CurlQuotes) -> String?) -> OptionField {
    with { $0.curlWords = words }
  }

  /// A path there and back: `--cacert ca.pem`.
  func inCurl(
    _ name: String, _ engine: any KeyPath<TransferOptions, String?> & Sendable
  ) -> OptionField {
    let say = key.say
    let spelling = CurlSpelling(nil, name, .path { try? say($1.value, [], OptionsDefinition(), &$0) })
    return fromCurl(spelling).toCurl { options, quotes in
      options[keyPath: engine].map { "--\(name) \(quotes.quoted($0))" }
    }
  }

  /// A word that means one of both: `--insecure`.
  func inCurl(
    _ name: String, _ letter: Character, where value: Bool, isSent: @escaping @Sendable (TransferOptions) -> Bool
  ) -> OptionField {
    let say = key.say
    let spelling = CurlSpelling(letter, name, .flag { try? say("\(value)", [], OptionsDefinition(), &$0) })
    return fromCurl(spelling).toCurl { options, _ in isSent(options) ? "--\(name)" : nil }
  }
}

extension CertificateDefinition {
  var forEngine: ClientCertificate {
    ClientCertificate(file: file.value, keyFile: key?.value, passphrase: passphrase?.value)
  }
}
