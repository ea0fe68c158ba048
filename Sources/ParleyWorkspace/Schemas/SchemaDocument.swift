package import ParleyEngine
internal import ParleyText

/// A file that holds schemas: a JSON Schema, or the description of an API.
package struct SchemaDocument: Sendable {
  package let value: JSONValue
  /// OpenAPI 3.0 and Swagger 2 have a dialect of their own: `nullable`, and nothing counts beside `$ref`.
  let isOldDialect: Bool
  /// Descriptions of APIs say which properties only a request has.
  let isDescription: Bool

  package init(_ value: JSONValue) {
    self.value = value
    let version = value["openapi"]?.string
    isDescription = version != nil || value["swagger"] != nil
    isOldDialect = value["swagger"] != nil || version?.hasPrefix("3.0") == true
  }
}

/// A schema, and the file whose references it uses.
package struct SchemaNode: Sendable {
  package var value: JSONValue
  /// By the path with which documents are asked for; empty for a schema that stands in no file.
  package var file: String

  package init(_ value: JSONValue, file: String = "") {
    self.value = value
    self.file = file
  }

  func with(_ value: JSONValue) -> SchemaNode { SchemaNode(value, file: file) }
}

/// A reference from one schema to another: `#/components/schemas/User`, `user.json#/$defs/User`, `#name`.
struct SchemaReference {
  /// Empty for the file that the reference stands in.
  let file: String
  /// A JSON pointer (RFC 6901), or the name of an anchor.
  let fragment: String

  init(_ text: String) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    file = String(parts.first ?? "")
    fragment = parts.count > 1 ? PercentText.decoded(String(parts[1]), plusIsBlank: false) : ""
  }

  /// The file that is meant, by its path from where paths start. Other hosts are never asked, and nothing above that place is
  /// read.
  func path(from base: String) -> String? {
    if file.isEmpty { return base }
    guard !file.contains("://"), !file.hasPrefix("/") else { return nil }
    let folder = base.contains("/") ? base.parentPath : ""
    var parts: [Substring] = []
    for part in (folder.isEmpty ? file : "\(folder)/\(file)").split(separator: "/") where part != "." {
      guard part == ".." else {
        parts.append(part)
        continue
      }
      guard parts.popLast() != nil else { return nil }
    }
    return parts.joined(separator: "/")
  }

  func value(in document: JSONValue) -> JSONValue? {
    if fragment.isEmpty || fragment.hasPrefix("/") { return document.value(at: fragment) }
    return document.anchored(fragment)
  }
}

extension JSONValue {
  /// Returns the value that a JSON pointer leads to (RFC 6901); nil if it leads nowhere.
  func value(at pointer: String) -> JSONValue? {
    var value = self
    for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let key = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
      guard let next = value[key] ?? Int(key).flatMap({ value[$0] }) else { return nil }
      value = next
    }
    return value
  }

  /// The schema that has an anchor of this name.
  fileprivate func anchored(_ name: String) -> JSONValue? {
    if self["$anchor"]?.string == name || self["$dynamicAnchor"]?.string == name { return self }
    for (_, member) in object ?? [:] {
      if let found = member.anchored(name) { return found }
    }
    for item in array ?? [] {
      if let found = item.anchored(name) { return found }
    }
    return nil
  }
}
