// Where paths stand in definitions. Those of rows turned off are not used.

extension RequestDefinition {
  var paths: [PathText] { (auth?.value.paths ?? []) + (body?.paths ?? []) + options.paths }
}

extension NodeDefinition {
  var paths: [PathText] { [elementFile.map { PathText($0.path, for: .reading) }].compactMap(\.self) }
}

extension DefaultsDefinition {
  var paths: [PathText] { (auth?.value.paths ?? []) + options.paths }
}

extension EffectiveRequest {
  var paths: [PathText] { auth.value.paths + (definition.body?.paths ?? []) + options.paths }
}

extension AuthDefinition {
  var paths: [PathText] {
    if case .certificate(let certificate) = self { certificate.paths } else { [] }
  }
}

extension BodyDefinition {
  fileprivate var paths: [PathText] {
    switch self {
    case .file(let file): [PathText(file.path, for: .reading)]
    case .multipart(let parts): parts.filter(\.isOn).compactMap(\.path)
    case .json, .text, .form, .graphql: []
    }
  }
}

extension PartDefinition {
  fileprivate var path: PathText? {
    guard case .file = content else { return nil }
    return PathText(contentText, for: .reading)
  }
}

extension OptionsDefinition {
  var paths: [PathText] {
    PathText.of(ca: ca, certificate: certificate, socket: unixSocket, download: download)
  }
}

extension TLSDefinition {
  var paths: [PathText] { PathText.of(ca: ca, certificate: certificate) }
}

extension EffectiveOptions {
  fileprivate var paths: [PathText] {
    PathText.of(
      ca: ca.value, certificate: certificate.value, socket: unixSocket.value, download: download.value)
  }
}

extension CertificateDefinition {
  fileprivate var paths: [PathText] { [file, key].compactMap(\.self).map { PathText($0, for: .reading) } }
}

extension PathText {
  fileprivate static func of(
    ca: Located<String>?, certificate: CertificateDefinition?, socket: Located<String>? = nil,
    download: Located<String>? = nil
  ) -> [PathText] {
    let file = download.flatMap { $0.value == OptionsDefinition.temporary ? nil : $0 }
    return [ca.map { PathText($0, for: .reading) }, socket.map { PathText($0, for: .connecting) }]
      .compactMap(\.self) + (certificate?.paths ?? []) + (file.map { [PathText($0, for: .writing)] } ?? [])
  }
}
