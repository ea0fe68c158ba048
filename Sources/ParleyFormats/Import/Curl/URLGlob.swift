internal import ParleyFiles

/// `{a,b}` and `[1-3]` in URLs and in the names of files to upload, each of which stands for several.
struct URLGlob {
  private let urls: [String]
  private let uploads: [String?]
  private static let most = 100

  /// Every file goes to every URL.
  var transfers: [(url: String, upload: String?)] {
    Array(urls.flatMap { url in uploads.map { (url, $0) } }.prefix(Self.most))
  }

  init(_ arguments: CurlArguments) {
    guard arguments.expandsURLs else {
      (urls, uploads) = (arguments.urls, [arguments.upload])
      return
    }
    urls = arguments.urls.flatMap(Self.expanded)
    uploads = arguments.upload.map { Self.expanded($0).map(Optional.some) } ?? [nil]
  }

  /// The first pattern at a time, as long as there are not too many.
  private static func expanded(_ url: String) -> [String] {
    var open = [url]
    while open.count <= most, let index = open.firstIndex(where: { Self.values(of: $0) != nil }),
      let (range, choices) = Self.values(of: open[index])
    {
      let text = open[index]
      let next = choices.prefix(most).map { String(text[..<range.lowerBound]) + $0 + text[range.upperBound...] }
      open.replaceSubrange(index...index, with: next)
    }
    return Array(open.prefix(most))
  }

  private static func values(of url: String) -> (Range<String.Index>, [String])? {
    if let match = url.firstMatch(of: /\{([^{}]*,[^{}]*)\}/), !url[..<match.range.lowerBound].hasSuffix("{") {
      return (match.range, match.1.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
    }
    guard let match = url.firstMatch(of: /\[(\d{1,9})-(\d{1,9})(?::(\d{1,9}))?\]/), let low = Int(match.1),
      let high = Int(match.2), low <= high
    else { return nil }
    let step = max(1, match.3.flatMap { Int($0) } ?? 1)
    let width = match.1.hasPrefix("0") ? match.1.count : 1
    let values = stride(from: low, through: high, by: step).prefix(most).map { number in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return (match.range, Array(values))
  }
}
