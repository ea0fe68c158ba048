import ParleyText

/// The segments `.` and `..` of a URL's path, which most programs take out before they send it (RFC 3986 §5.2.4).
enum DotSegments {
  static func removed(from url: String) -> String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
    guard start < end, let slash = url[start..<end].firstIndex(of: "/"), url[slash..<end].contains("/.") else {
      return url
    }
    let segments = url[url.index(after: slash)..<end].split(separator: "/", omittingEmptySubsequences: false)
    var kept: [Substring] = []
    for (index, segment) in segments.enumerated() {
      guard segment == "." || segment == ".." else {
        kept.append(segment)
        continue
      }
      if segment == ".." {
        // A template in front may have a path of its own.
        guard !kept.isEmpty || !String(url.prefix(upTo: slash)).hasTemplateMark else { return url }
        if !kept.isEmpty { kept.removeLast() }
      }
      if index == segments.count - 1 { kept.append("") }
    }
    return url[...slash] + kept.joined(separator: "/") + url[end...]
  }
}
