package import ParleyEngine
internal import ParleyText

/// A document while something is filled in.
package struct ProvidedDocument: Sendable {
  package let value: JSONValue
  /// The top-level keys whose values are secrets.
  package var secretKeys: Set<String> = []
  /// The other secret parts.
  private let secrets: SecretParts
  /// Whether all of it is a secret.
  package var isSecret: Bool

  package init(_ value: JSONValue, secrets: SecretParts = .none, isSecret: Bool = false) {
    self.value = value
    self.secrets = secrets
    self.isSecret = isSecret
  }

  func isSecret(_ path: ValuePath) -> Bool {
    if isSecret || !secrets.part(at: path).isEmpty { return true }
    guard case .key(let key)? = path.segments.first else { return !secretKeys.isEmpty }
    return secretKeys.contains(key)
  }
}

extension TemplateRenderer {
  func value(of document: TemplateDocument, _ path: ValuePath) throws -> Value {
    guard let provided = providers.documents[document] else { throw RenderError.unknown(document.rawValue) }
    do throws(ValuePathFailure) {
      let json = try path.resolve(in: provided.value)
      return Value(json: json, source: .document(document, path), isSecret: provided.isSecret(path))
    } catch {
      throw RenderError.noDocumentValue("\(document.rawValue)\(path)", reason: error.description)
    }
  }
}
