/// A server by name. Its URL may hold templates.
public struct ServerDefinition: Sendable, Equatable {
  public var name: Located<String>
  public var url: Located<String>

  public init(name: Located<String>, url: Located<String>) {
    self.name = name
    self.url = url
  }
}

extension ServerDefinition {
  /// The map form, `{ url: … }`.
  static let form = Form(
    "a server", make: { Located<String>("") },
    keys: [.init("url", \.self, Reader.url, "Where the server is; it may have a path.", isRequired: true)])

  private static let reader = Reader<Located<String>>(
    "a URL, or a map with url", .either([.text(pattern: "."), .object(form.schema)])
  ) { node, decoding in
    node.entries == nil ? Reader.url.located.read(node, &decoding) : form.read(node, &decoding)
  }

  static let listReader = Reader<[ServerDefinition]>("a map of servers by name", .map(reader.schema)) {
    node, decoding in
    guard let entries = node.isAbsent ? [] : node.entries else {
      return decoding.mismatch(node, expected: "a map of servers by name")
    }
    return entries.compactMap { entry in
      reader.read(entry.value, &decoding).map { ServerDefinition(name: entry.key, url: $0) }
    }
  }
}
