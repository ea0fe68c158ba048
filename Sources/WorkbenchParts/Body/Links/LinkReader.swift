import ParleyEngine
package import ParleyModel
package import WorkbenchServices

/// Finds links in what a response says: whole URLs, the references of HAL and JSON:API, and `Link` and `Location` headers.
package struct LinkReader {
  package struct Found: Hashable, Sendable {
    package let link: FollowedLink
    /// The link's relation to the response, such as `next`.
    package var relation: String?
  }

  /// The URL of the response; nil where that is not known.
  package let base: String?
  /// The request whose response it is.
  package let request: RequestID?

  package init(base: String?, request: RequestID?) { (self.base, self.request) = (base, request) }

  package func links(in value: PickedValue) -> [Found] {
    guard let text = value.text, value.isScalar, !value.isMasked else { return [] }
    if let header = value.header { return links(inHeader: header, text) }
    guard !text.contains(where: \.isWhitespace), isLink(text, at: value.path) else { return [] }
    return [found(text, relation: value.path?.relation)]
  }

  private func isLink(_ text: String, at path: ValuePath?) -> Bool {
    if text.isWholeURL { return true }
    guard base != nil, path?.isCalledLink == true, let first = text.first else { return false }
    return first == "/" || first == "?" || first == "." || text.contains("/")
  }

  private func links(inHeader name: String, _ text: String) -> [Found] {
    switch name.lowercased() {
    case "link": LinkHeader.links(in: text).map { found($0.target, relation: $0.relation) }
    case "location", "content-location": [found(text, relation: name)]
    default: text.isWholeURL && !text.contains(where: \.isWhitespace) ? [found(text, relation: nil)] : []
    }
  }

  /// The optional parts of a URI template are left out, as HAL has them: `/items{?page}`.
  private func found(_ text: String, relation: String?) -> Found {
    let plain = text.replacing(#/\{[?&#\/][^}]*\}/#, with: "")
    return Found(link: FollowedLink(plain, base: base, request: request), relation: relation)
  }
}

/// The `Link` header (RFC 8288): `<https://…?page=2>; rel="next", <…>; rel="last"`.
enum LinkHeader {
  static func links(in text: String) -> [(target: String, relation: String?)] {
    var links: [(target: String, relation: String?)] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let target = String(rest[rest.index(after: open)..<close])
      rest = rest[rest.index(after: close)...]
      let end = endOfParameters(rest)
      links.append((target, relation(in: rest[..<end])))
      rest = rest[end...]
    }
    return links
  }

  /// The comma before the next link; one in quotes is none.
  private static func endOfParameters(_ text: Substring) -> Substring.Index {
    var isQuoted = false
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index] == ",", !isQuoted { return index }
    }
    return text.endIndex
  }

  private static func relation(in parameters: Substring) -> String? {
    for parameter in parameters.split(separator: ";") {
      let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
      guard parts.count == 2, parts[0].lowercased() == "rel" else { continue }
      return String(parts[1].filter { $0 != "\"" })
    }
    return nil
  }
}

extension String {
  var isWholeURL: Bool { hasPrefix("http://") || hasPrefix("https://") }
}

extension ValuePath {
  /// `._links.self.href`, `.links.next`.
  fileprivate var isCalledLink: Bool { keys.contains { Self.linkNames.contains($0) } }

  private static let linkNames: Set<String> = ["href", "links", "_links"]

  /// `next` of `._links.next.href` and of `.links.next`.
  fileprivate var relation: String? {
    let named = keys.last == "href" ? keys.dropLast() : keys[...]
    guard isCalledLink, let last = named.last, !Self.linkNames.contains(last) else { return nil }
    return last
  }

  private var keys: [String] {
    segments.compactMap { if case .key(let name) = $0 { name } else { nil } }
  }
}
