internal import ParleyEngine
package import ParleyModel
import ParleyText

/// A credential that somebody typed, in a file of the workspace or about to be written to one. Its value is passed only
/// to the store, which encrypts it.
package struct TypedCredential: Sendable {
  /// Within the workspace.
  package let file: String
  /// The place in the file, as in `headers.Cookie`.
  package let slot: String
  /// The credential's label, as in `token`.
  package let label: String
  /// The location in the source text; nil if it is in no file yet.
  package let place: SourcePlace?
  /// The variable of an environment whose whole value it is: that can say where the value comes from.
  package let variable: String?
  package let value: String
  /// Whether a template can stand in its place. None can in a filter, nor for a number of JSON, which would become a text.
  package var isMovable = true

  /// Whether its variable can say where the value comes from; those of `parley.yaml` cannot.
  package var isDeclarable: Bool {
    guard case .environment? = WorkspacePaths.role(of: file) else { return false }
    return variable != nil
  }

  /// The same value at the same place.
  package struct Key: Hashable, Sendable {
    let file: String
    package let slot: String
    package let value: String
  }

  package var key: Key { Key(file: file, slot: slot, value: value) }
}

extension TypedCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The location, without the value.
  package var description: String { "\(label) in \(place?.exact ?? file)" }
  /// The location, without the value.
  package var debugDescription: String { description }
  /// Shows nothing of its value.
  package var customMirror: Mirror { Mirror(self, children: ["label": label, "file": file, "slot": slot]) }
}

/// The text that a file has in place of a credential.
package enum CredentialPlacement: Sendable, Hashable {
  /// The credential itself: somebody wants it so.
  case itself
  /// A template that takes it from elsewhere.
  case template(String)
  /// Of a variable: where its value comes from.
  case source(SecretSource)
}

extension HoldsCredentials {
  /// The credentials in it.
  /// - Parameter source: the file that it was read from, so that each has its place; nil where it is in no file yet.
  package func credentials(in file: String, _ source: SourceText? = nil) -> [TypedCredential] {
    var (copy, all) = (self, [TypedCredential]())
    copy.visitFields { field, text in
      all += CredentialFinder.find(in: text.value, field.kind).map { found in
        TypedCredential(
          file: file, slot: field.slot, label: found.label,
          place: source?.place(of: found.range, in: text), variable: field.variable(held: found, in: text.value),
          value: found.value, isMovable: found.takesTemplate(in: field.kind))
      }
    }
    return all
  }

  /// The same with what was chosen for each credential in its place.
  package func placing(in file: String, _ placement: (TypedCredential.Key) -> CredentialPlacement?) -> Self {
    var (copy, declared) = (self, [(String, SecretSource)]())
    copy.visitFields { field, text in
      for found in CredentialFinder.find(in: text.value, field.kind).reversed() {
        switch placement(TypedCredential.Key(file: file, slot: field.slot, value: found.value)) {
        case nil, .itself?: break
        case .template(let template)?: text.value.replace(found.range, with: template)
        case .source(let source)?: if let name = field.variable { declared.append((name, source)) }
        }
      }
    }
    for (variable, source) in declared { copy.declare(variable, source) }
    return copy
  }
}

extension CredentialField {
  /// The name of the variable whose value it is.
  fileprivate var variable: String? {
    guard case .named(let name) = kind, slot == Self.slot(ofVariable: name) else { return nil }
    return name
  }

  fileprivate func variable(held found: FoundCredential, in text: String) -> String? {
    found.range.count == text.utf8.count ? variable : nil
  }
}

extension String {
  fileprivate mutating func replace(_ range: Range<Int>, with text: String) {
    var bytes = Array(utf8)
    bytes.replaceSubrange(range, with: text.utf8)
    self = String(decoding: bytes, as: UTF8.self)
  }
}

extension TypedCredential {
  /// The question that replaces it, as in `token of user/login`.
  package var question: String { SecretTemplate.name("\(label) of \(owner)") }

  /// The credential's owner, as in `user/login`.
  private var owner: String {
    switch WorkspacePaths.role(of: file) {
    case .request(let id), .group(let id): id
    case .environment(let name): name
    case .folder(let path): path.isEmpty ? "requests" : path
    case .workspace, .mocks, nil: "the workspace"
    }
  }
}
