extension String {
  /// `/a/b` of `/a/b/c`; `/` of `/a`; `.` of `a`.
  package var parentPath: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  /// `c` of `/a/b/c`.
  package var lastPathPart: String {
    utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[index(after: $0)...]) } ?? self
  }

  package func appendingPath(_ part: String) -> String {
    isEmpty ? part : hasSuffix("/") ? self + part : self + "/" + part
  }

  /// Is this path the folder's, or below it? Both are real paths.
  package func isInside(folder: String) -> Bool {
    self == folder || hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }
}

extension String {
  /// The id of the folder around a request or folder; empty at the top.
  package var folderOfID: String {
    lastIndex(of: "/").map { String(self[..<$0]) } ?? ""
  }
}
