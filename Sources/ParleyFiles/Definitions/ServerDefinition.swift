/// A server by name. Its URL may hold templates.
package struct ServerDefinition: Sendable, Equatable {
  package var name: Located<String>
  package var url: Located<String>
  /// How the server is known.
  package var tls: TLSDefinition

  package init(name: Located<String>, url: Located<String>, tls: TLSDefinition = .init()) {
    self.name = name
    self.url = url
    self.tls = tls
  }

  var texts: [Located<String>] { [url] + tls.texts }
}

extension ServerDefinition {
  /// The map form, `{ url: …, tls: … }`.
  package static let form = Form(
    "a server", isFlow: true, make: { ServerDefinition(name: "", url: "") },
    keys: [
      .init("url", \.url, .url, "Base URL of the server; may include a path.", isRequired: true),
      .init("tls", \.tls, TLSDefinition.reader, "TLS settings for the server."),
    ])

  private static let shortReader = Reader.url.located.map {
    ServerDefinition(name: "", url: $0)
  } back: {
    $0.url
  }

  private static let reader = Reader<ServerDefinition>(
    "a URL, or a map with url", .either([.text(pattern: "."), .object(form.schema)]),
    write: { $0.tls == TLSDefinition() ? shortReader.write($0) : form.written($0) }
  ) { node, decoding in
    node.entries == nil ? shortReader.read(node, &decoding) : form.read(node, &decoding)
  }

  static let listReader = Reader<[ServerDefinition]>(
    "a map of servers by name", .map(reader.schema), write: { written($0) }
  ) { node, decoding in
    guard let entries = node.isAbsent ? [] : node.entries else {
      return decoding.mismatch(node, expected: "a map of servers by name")
    }
    return entries.compactMap { entry in
      guard var server = reader.read(entry.value, &decoding) else { return nil }
      server.name = entry.key
      return server
    }
  }

  private static func written(_ servers: [ServerDefinition]) -> EncodedValue? {
    let entries = servers.compactMap { server in
      reader.write(server).map { EncodedValue.Entry(server.name.value, $0) }
    }
    return EncodedValue.map(entries, isFlow: false).unlessEmpty
  }
}
