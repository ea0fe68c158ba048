import HTTPTypes

/// Which part of a body a request asks for (RFC 9110, 14.2).
enum ByteRange: Equatable {
  case whole
  case part(Range<Int>)
  case unsatisfiable

  /// A Range header counts only while If-Range, if there is one, names this version.
  static func asked(by request: Request, size: Int, tag: EntityTag) -> ByteRange {
    guard let header = request.headers[.range] else { return .whole }
    if let version = request.headers[.ifRange], version != tag.text { return .whole }
    return ByteRange(parsing: header, size: size)
  }

  /// A header that is not understood, or asks for several parts, is ignored, as the rule allows.
  init(parsing header: String, size: Int) {
    let parts = header.split(separator: "=", maxSplits: 1)
    let ends = parts.last?.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map {
      $0.trimming(" ")
    }
    guard parts.count == 2, parts[0] == "bytes", let ends, ends.count == 2 else {
      self = .whole
      return
    }
    switch (Int(ends[0]), Int(ends[1])) {
    case (let first?, let last?) where last >= first: self = .from(first, through: last, size: size)
    case (let first?, nil) where ends[1].isEmpty: self = .from(first, through: size - 1, size: size)
    case (nil, let count?) where ends[0].isEmpty: self = .suffix(count, size: size)
    default: self = .whole
    }
  }

  private static func from(_ first: Int, through last: Int, size: Int) -> ByteRange {
    first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
  }

  private static func suffix(_ count: Int, size: Int) -> ByteRange {
    count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
  }
}
