package import ParleyEngine
internal import ParleyText

/// A reference from one schema to another: `#/components/schemas/User`, `user.json#/$defs/User`, `#name`.
package struct SchemaReference {
  /// Empty for the file that the reference stands in.
  package let file: String
  /// A JSON pointer (RFC 6901), or the name of an anchor.
  package let fragment: String

  package init(_ text: String) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    file = String(parts.first ?? "")
    fragment = parts.count > 1 ? PercentText.decoded(String(parts[1]), plusIsBlank: false) : ""
  }

  /// The file that is meant, by its path from where paths start. Other hosts are never asked, and nothing above that place is
  /// read.
  package func path(from base: String) -> String? {
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

  package func value(in document: JSONValue) -> JSONValue? {
    if fragment.isEmpty || fragment.hasPrefix("/") { return document.value(at: fragment) }
    return document.anchored(fragment)
  }
}

extension JSONValue {
  /// Returns the value that a JSON pointer leads to (RFC 6901); nil if it leads nowhere.
  package func value(at pointer: String) -> JSONValue? {
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
