internal import ParleyEngine
internal import ParleyText

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

  /// A few, where one is as near as another: those of that name in several folders, or of a name that is a slip away.
  package static func several(_ id: String, among known: some Sequence<String>) -> [String] {
    if NearestName.budget?.isUsedUp == true { return [] }
    let name = id.lastPathPart
    let names = known.map(\.lastPathPart)
    let meant = names.contains(name) ? name : NearestName.of(name, among: names)
    let found = known.filter { $0.lastPathPart == meant }.sorted()
    return found.count <= most ? found : []
  }

  /// More names are no help.
  private static let most = 3

  /// Asks whether one of those was meant; nil where nothing is near.
  package static func question(_ id: String, among known: some Collection<String>) -> String? {
    let near = of(id, among: known).map { [$0] } ?? several(id, among: known)
    return near.isEmpty ? nil : "Did you mean \(words(near))?"
  }

  /// The nearest for a diagnostic, and the hint where there is not only one.
  static func hint(
    _ id: String, among known: some Collection<String>, otherwise: String
  ) -> (nearest: String?, hint: String?) {
    if let nearest = of(id, among: known) { return (nearest, nil) }
    let near = several(id, among: known)
    return (nil, near.isEmpty ? otherwise : "did you mean \(words(near))?")
  }

  private static func words(_ ids: [String]) -> String {
    let quoted = ids.map { Printable.quoted($0) }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return "\(quoted.dropLast().joined(separator: ", ")) or \(last)"
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
