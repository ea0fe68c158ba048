/// A secret, and where it stands in the request that carries it.
///
/// One of eight bytes and more is masked wherever it turns up. A shorter one stands in other text by chance, so it is masked where it
/// was put and nowhere else: whoever puts it there says so, as templates and authentication do, or else it is looked for among the
/// whole fields of the request.
package struct PlacedSecret: Sendable, Hashable {
  /// The part of a request that holds it.
  package enum Field: Sendable, Hashable {
    /// In nothing that is shown, as a password that only a digest is made of.
    case nowhere
    /// A segment of the URL's path.
    case path
    /// A parameter of the query, or of a form.
    case parameter(String)
    /// A header of this name.
    case header(String)
    /// A member of a JSON object.
    case member(String)
    /// Text as it surrounds it.
    case text
  }

  package let field: Field
  /// The rest of the field before it; of a text so much that it is found by it.
  package let before: String
  package let value: String
  /// The rest of the field behind it.
  package let after: String

  /// A secret in such a field, between the rest of it.
  package init(_ value: String, in field: Field, before: String = "", after: String = "") {
    (self.value, self.field, self.before, self.after) = (value, field, before, after)
  }
}

// As a text, for a repository that keeps texts.
extension PlacedSecret {
  /// No secret begins so: no field can hold a zero byte beside another.
  private static let mark = "\0\0place"

  package var stored: String {
    [Self.mark, field.stored.kind, field.stored.name, before, value, after].joined(separator: "\0")
  }

  /// - Returns: nil for a text that is none.
  package init?(stored: String) {
    let mark = "\(Self.mark)\0"
    guard stored.utf8.starts(with: mark.utf8) else { return nil }
    let parts = stored.dropFirst(mark.count).split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, let field = Field(kind: parts[0], name: parts[1]) else { return nil }
    self.init(parts[3], in: field, before: parts[2], after: parts[4])
  }
}

extension PlacedSecret.Field {
  fileprivate var stored: (kind: String, name: String) {
    switch self {
    case .nowhere: ("nowhere", "")
    case .path: ("path", "")
    case .parameter(let name): ("parameter", name)
    case .header(let name): ("header", name)
    case .member(let name): ("member", name)
    case .text: ("text", "")
    }
  }

  fileprivate init?(kind: String, name: String) {
    switch kind {
    case "nowhere": self = .nowhere
    case "path": self = .path
    case "parameter": self = .parameter(name)
    case "header": self = .header(name)
    case "member": self = .member(name)
    case "text": self = .text
    default: return nil
    }
  }
}
