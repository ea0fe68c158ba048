/// The purpose of a path in a workspace file.
package enum PathUse: Sendable {
  case reading, writing, connecting
}

/// A path as it is written, and its purpose. It may hold templates.
package struct PathText: Sendable {
  package let text: Located<String>
  package let use: PathUse

  init(_ text: Located<String>, for use: PathUse) {
    self.text = text
    self.use = use
  }
}

// The paths in definitions. Those of rows turned off are not used.

extension RequestDefinition {
  package var paths: [PathText] { (auth?.value.paths ?? []) + (body?.paths ?? []) + options.paths }
}

extension NodeDefinition {
  package var paths: [PathText] { [elementFile.map { PathText($0.path, for: .reading) }].compactMap(\.self) }
}

extension DefaultsDefinition {
  var paths: [PathText] { (auth?.value.paths ?? []) + options.paths }
}

extension AuthDefinition {
  var paths: [PathText] {
    if case .certificate(let certificate) = self { certificate.paths } else { [] }
  }
}

extension BodyDefinition {
  var paths: [PathText] {
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

extension TLSDefinition {
  var paths: [PathText] { OptionsDefinition(self).paths }
}

extension CertificateDefinition {
  var paths: [PathText] { [file, key].compactMap(\.self).map { PathText($0, for: .reading) } }
}
