package import ParleyEngine
package import ParleyModel
internal import ParleyText

/// One option: the key that says it, and what it is to templates, trust, the engine, curl and other formats.
package struct OptionField: Sendable {
  package typealias Path<Value: Sendable> = any WritableKeyPath<OptionsDefinition, Located<Value>?> & Sendable
  package typealias Apply<Value> = @Sendable (inout TransferOptions, Value) throws -> Void

  let key: Form<OptionsDefinition>.Key
  /// It cannot be said for many requests at once.
  let isOfOneRequest: Bool
  /// Every text in it that may hold templates; nil where it has none.
  private(set) var texts: (@Sendable (OptionsDefinition) -> [Located<String>])?
  /// The paths in it; nil where it has none.
  private(set) var paths: (@Sendable (OptionsDefinition) -> [PathText])?
  /// Copies the option with its templates resolved and its paths made absolute.
  private(set) var fill: Fill
  /// Sets the option for the engine.
  private(set) var apply: @Sendable (OptionsDefinition, inout TransferOptions) throws -> Void
  /// The curl options that set it.
  private(set) var curlOptions: [CurlOption] = []
  /// The option in a curl command; nil if it is not set.
  private(set) var curlWords: @Sendable (TransferOptions, CurlWriter) -> String? = { _, _ in nil }
  /// The part that is lost in other formats, which cannot express the option.
  package private(set) var loss: @Sendable (OptionsDefinition) -> String? = { _ in nil }

  typealias Fill =
    @Sendable (inout Filling, EffectiveOptions, inout OptionsDefinition) async throws -> Void

  private init(
    _ key: Form<OptionsDefinition>.Key, isOfOneRequest: Bool, fill: @escaping Fill,
    apply: @escaping @Sendable (OptionsDefinition, inout TransferOptions) throws -> Void
  ) {
    (self.key, self.isOfOneRequest, self.fill, self.apply) = (key, isOfOneRequest, fill, apply)
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
    OptionField(.init(key, path, reader), isOfOneRequest: key.field.isOfOneRequest) { _, options, filled in
      filled[keyPath: path] = options.said[keyPath: path]
    } apply: { options, engine in
      if let value = options[keyPath: path]?.value { try apply(&engine, value) }
    }
  }

  /// A path from the workspace on, which needs trust where it leads out of it.
  /// - Parameter word: means something else than a path.
  package static func path(
    _ key: SettingKey, _ path: Path<String>, for use: PathUse, except word: String? = nil,
    apply: @escaping Apply<String>
  ) -> OptionField {
    var field = text(key, path, .filePath, apply: apply) { filling, text, field in
      guard text.value != word else { return try await filling.fill(text, as: field) }
      return try await filling.fill(path: text, for: use, as: field)
    }
    field.paths = { options in
      options[keyPath: path].flatMap { $0.value == word ? nil : [PathText($0, for: use)] } ?? []
    }
    return field
  }

  private static func text(
    _ key: SettingKey, _ path: Path<String>, _ reader: Reader<String>, apply: @escaping Apply<String>,
    fill: @escaping @Sendable (inout Filling, Located<String>, Filling.Field) async throws -> Located<String>
  ) -> OptionField {
    let name = key.field.name
    var field = OptionField(.init(key, path, reader), isOfOneRequest: key.field.isOfOneRequest) {
      filling, options, filled in
      guard let text = options.said[keyPath: path] else { return }
      filled[keyPath: path] = try await fill(&filling, text, .init(name, from: options.origin(of: name)))
    } apply: { options, engine in
      if let text = options[keyPath: path] { try apply(&engine, text.value) }
    }
    field.texts = { [$0[keyPath: path]].compactMap(\.self) }
    return field
  }

  static var proxy: OptionField {
    text(.proxy, \.proxy, .filled("a URL such as http://proxy:3128, or none")) { engine, address in
      guard address != OptionsDefinition.noProxy else { return engine.environmentProxies = EnvironmentProxies.none }
      do throws(InvalidRequest) { engine.proxy = try Proxy(address) } catch {
        throw RenderError.unfit(field: "The request", reason: error.reason)
      }
    } fill: { filling, text, field in
      Located(filling.note(try await filling.rendered(text.value, .url), as: field), at: text.place)
    }
  }

  static var certificate: OptionField {
    let key = Form<OptionsDefinition>.Key(
      "certificate", \.certificate, CertificateDefinition.reader, CertificateDefinition.summary)
    var field = OptionField(key, isOfOneRequest: false) { filling, options, filled in
      guard let certificate = options.said.certificate else { return }
      let origin = options.origin(of: "certificate")
      filled.certificate = try await filling.fill(certificate) { .init("certificate \($0)", from: origin) }
    } apply: { options, engine in
      engine.clientCertificate = options.certificate?.forEngine
    }
    field.texts = { $0.certificate?.texts ?? [] }
    field.paths = { $0.certificate?.paths ?? [] }
    return field
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

  func fromCurl(_ options: CurlOption...) -> OptionField { fromCurl(options) }

  func fromCurl(_ options: [CurlOption]) -> OptionField { with { $0.curlOptions += options } }

  func toCurl(_ words: @escaping @Sendable (TransferOptions, CurlWriter) -> String?) -> OptionField {
    with { $0.curlWords = words }
  }

  /// A path there and back: `--cacert ca.pem`.
  func inCurl(
    _ name: String, _ engine: any KeyPath<TransferOptions, String?> & Sendable
  ) -> OptionField {
    let say = key.say
    let option = CurlOption(
      nil, name,
      effect: .value { arguments, path in
        let located = arguments.paths.located(path).value
        try? say(located, [], OptionsDefinition(), &arguments.options)
      })
    return fromCurl(option).toCurl { options, writer in
      options[keyPath: engine].map { "--\(name) \(writer.quoted($0))" }
    }
  }

  /// A word that means one of both: `--insecure`.
  func inCurl(
    _ name: String, _ letter: Character, where value: Bool, isSent: @escaping @Sendable (TransferOptions) -> Bool
  ) -> OptionField {
    let say = key.say
    let option = CurlOption(
      letter, name, effect: .flag { try? say("\(value)", [], OptionsDefinition(), &$0.options) })
    return fromCurl(option).toCurl { options, _ in isSent(options) ? "--\(name)" : nil }
  }
}

extension CertificateDefinition {
  var forEngine: ClientCertificate {
    ClientCertificate(file: file.value, keyFile: key?.value, passphrase: passphrase?.value)
  }
}

extension InvalidRequest {
  /// Its summary, as it goes on in a sentence.
  fileprivate var reason: String {
    summary.prefix(1).lowercased() + summary.dropFirst().prefix { $0 != "." }
  }
}
