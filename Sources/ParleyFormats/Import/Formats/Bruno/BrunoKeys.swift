internal import ParleyEngine
internal import ParleyFiles

/// The keys of Bruno's three formats: blocks of `.bru` files, OpenCollection, and the export as JSON.
enum BrunoKeys {
  private static let row = SourceKeys.kind("name value disabled description contentType type")

  /// A file of an OpenCollection, or all of one.
  static let openCollection = SourceKeys(
    kinds: [
      "file": SourceKeys.kind(
        "opencollection docs bundled extensions settings examples script type",
        [
          "info": "info", "config": "config", "request": "shared", "http": "http", "graphql": "http",
          "websocket": "socket", "runtime": "runtime", "items": "file", "grpc": "-", "name": "-",
          "variables": "variable",
          "color": "-", "description": "-",
        ]),
      "info": SourceKeys.kind("name type seq tags version summary authors description"),
      "config": SourceKeys.kind("proxy clientCertificates protobuf", ["environments": "environment"]),
      "environment": SourceKeys.kind("name color description", ["variables": "variable"]),
      "shared": SourceKeys.kind("auth scripts settings actions", ["headers": "row", "variables": "variable"]),
      "http": SourceKeys.kind("method url auth", ["headers": "row", "params": "row", "body": "body"]),
      "socket": SourceKeys.kind("url message auth", ["headers": "row", "params": "row"]),
      "body": SourceKeys.kind("type data query variables title selected", ["body": "body"]),
      "runtime": SourceKeys.kind(
        "auth scripts", ["variables": "variable", "assertions": "assertion", "actions": "action"]),
      "assertion": SourceKeys.kind("expression operator value disabled description"),
      "action": SourceKeys.kind("type phase selector variable disabled description"),
      "variable": SourceKeys.kind("name value disabled description secret transient type default"),
      "row": row,
    ], ignoredPrefixes: ["x-"])

  static let export = SourceKeys(kinds: [
    "collection": SourceKeys.kind(
      "name version uid brunoConfig activeEnvironmentUid exportedAt exportedUsing type",
      ["items": "item", "root": "root", "environments": "environment"]),
    "environment": SourceKeys.kind("name uid color", ["variables": "variable"]),
    "item": SourceKeys.kind(
      "type name filename seq uid tags settings examples fileContent pathname",
      ["request": "request", "items": "item", "root": "root"]),
    "root": SourceKeys.kind("docs meta", ["request": "request"]),
    "request": SourceKeys.kind(
      "url method auth script tests docs methodType protoPath settings",
      ["headers": "row", "params": "row", "query": "row", "body": "body", "vars": "variables", "assertions": "row"]),
    "body": SourceKeys.kind(
      "mode json text xml sparql graphql file grpc ws", ["formUrlEncoded": "row", "multipartForm": "row"]),
    "variables": SourceKeys.kind("", ["req": "variable", "res": "variable"]),
    "variable": SourceKeys.kind("name value enabled local secret type uid description"),
    "row": SourceKeys.kind("name value enabled description type contentType uid"),
  ])

  /// The names in the block that is called like a method.
  static let request: Set<String> = ["url", "body", "auth"]

  /// The names that the other maps of a `.bru` file have, by block.
  static let blocks: [String: Set<String>] = [
    "meta": ["name", "type", "seq", "tags"],
    "http": ["method", "url", "body", "auth"],
    "ws": ["url", "body", "auth"],
    "body:ws": ["name", "type", "content"],
    "auth": ["mode"],
  ]

  static func unread(in document: JSONValue, at path: String) -> [ImportNote] {
    openCollection.unread(in: document, as: "file").map { ImportNote("\(path): \($0.place)", $0.text) }
  }
}
