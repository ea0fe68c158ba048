internal import ParleyEngine

/// A URL as it was sent, cut into what it carried.
package struct SentURL {
  /// Decoded; those of the path behind its first slash.
  package let segments: [String]
  /// Decoded, in order.
  package let query: [(String, String)]

  package init(_ url: String) {
    let address = url.prefix { $0 != "#" && $0 != "?" }
    let behindScheme = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address
    let path = behindScheme.firstIndex(of: "/").map { behindScheme[behindScheme.index(after: $0)...] } ?? ""
    segments = path.split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentText.decoded(String($0), plusIsBlank: false) }
    query = url.urlQuery.map { Self.pairs(of: String($0)) } ?? []
  }

  package static func pairs(of text: String) -> [(String, String)] {
    text.split(separator: "&").map { pair in
      let name = pair.prefix { $0 != "=" }
      let value = name.endIndex < pair.endIndex ? pair[pair.index(after: name.endIndex)...] : ""
      return (
        PercentText.decoded(String(name), plusIsBlank: true), PercentText.decoded(String(value), plusIsBlank: true)
      )
    }
  }
}
