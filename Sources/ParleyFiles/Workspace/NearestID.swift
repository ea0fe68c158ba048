internal import ParleyEngine

/// The request or group that somebody may mean by an id that there is none of.
package enum NearestID {
  /// A slip of the fingers first; then what has the same name in another folder; then what is in the same folder and only begins,
  /// or ends, as it does. Nil where nothing is near, or more than one is as near as another.
  package static func of(_ id: String, among known: some Sequence<String>) -> String? {
    if let near = NearestName.of(id, among: known) { return near }
    if NearestName.budget?.isUsedUp == true { return nil }
    let name = id.lastPathPart
    if let moved = known.filter({ $0.lastPathPart == name }).only { return moved }
    return known.filter { $0.folderOfID == id.folderOfID && $0.lastPathPart.isLonger(or: name) }.only
  }
}

extension String {
  private static let shortest = 3

  /// Whether one of the two is the other with something before or behind it.
  fileprivate func isLonger(or other: String) -> Bool {
    let (short, long) = count < other.count ? (self, other) : (other, self)
    return short.count >= Self.shortest && (long.hasPrefix(short) || long.hasSuffix(short))
  }
}

extension [String] {
  fileprivate var only: String? { count == 1 ? first : nil }
}
