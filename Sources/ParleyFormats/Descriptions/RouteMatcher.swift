/// Finds the operation that a URL is of: by the end of its path, because servers have paths of their own.
package struct RouteMatcher {
  private struct Template {
    let segments: [Substring]
    /// Of the operation.
    let place: Int

    /// A place in braces takes any segment, and so does a segment with one.
    func fits(_ path: ArraySlice<Substring>) -> Bool {
      zip(segments, path).allSatisfy { $0 == $1 || ($0.contains("{") && !$1.isEmpty) }
    }

    var literalCount: Int { segments.count { !$0.contains("{") } }
  }

  private let templates: [String: [Template]]

  package init(_ operations: [DescribedOperation]) {
    var templates: [String: [Template]] = [:]
    for (place, operation) in operations.enumerated() {
      let template = Template(segments: operation.path.split(separator: "/"), place: place)
      templates[operation.method, default: []].append(template)
    }
    // The longest first, and of those the one with fewest places.
    self.templates = templates.mapValues { list in
      list.sorted { ($0.segments.count, $0.literalCount) > ($1.segments.count, $1.literalCount) }
    }
  }

  /// - Returns: the place of the operation among those of the description.
  package func place(method: String, url: String) -> Int? {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let whole = url[start...].prefix { $0 != "?" && $0 != "#" }
    let path = whole.split(separator: "/").dropFirst(start == url.startIndex ? 0 : 1)
    return templates[method]?.first { template in
      template.segments.count <= path.count && template.fits(path.suffix(template.segments.count))
    }?.place
  }
}
