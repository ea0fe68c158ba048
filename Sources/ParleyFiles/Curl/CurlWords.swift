/// Words of a curl command that make curl send exactly what stands there.
package enum CurlWords {
  /// Flags for a URL that curl would read as several, or whose dots it would take out.
  package static func flags(for url: String) -> [String] {
    let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
    return (url.contains { "[]{}".contains($0) } ? ["--globoff"] : [])
      + (url[..<end].contains("/.") ? ["--path-as-is"] : [])
  }

  /// A header's line. One without a value ends with a semicolon: with a colon curl would take it away.
  package static func header(_ name: String, _ value: String) -> String {
    value.isEmpty ? "\(name);" : "\(name): \(value)"
  }
}
