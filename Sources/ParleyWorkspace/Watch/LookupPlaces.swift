import ParleyFiles

/// The names that are looked up on the way to files, by the folder that each is looked up in.
///
/// The way is walked as the kernel walks it: through links, up to the first name that is not there. So whatever makes such a
/// file another one, or makes it at all, is a change of one of these names.
struct LookupPlaces: Equatable {
  /// By the real paths of folders that are there.
  private(set) var names: [String: Set<String>] = [:]
  private let root: String

  /// As many as the kernel follows.
  private static let mostLinks = 40

  /// - Parameters:
  ///   - paths: whole paths; the files need not be there.
  ///   - root: a real path. Above it no name is looked at, for files inside it.
  init(of paths: some Sequence<String>, root: String) {
    self.root = root
    for path in paths { add(path) }
  }

  private mutating func add(_ path: String) {
    var (folder, rest) = start(of: path)
    var links = 0
    while let name = rest.popLast() {
      let place = folder.appendingPath(name)
      guard name != ".." else {
        folder = folder.parentPath
        continue
      }
      names[folder, default: []].insert(name)
      switch FileSystem.kind(of: place) {
      case .directory: folder = place
      case .symbolicLink where links < Self.mostLinks:
        links += 1
        guard let target = FileSystem.target(ofLink: place) else { return }
        if target.hasPrefix("/") { folder = "/" }
        rest += Self.reversedParts(of: target)
      default: return
      }
    }
  }

  /// The parts that are left come last first.
  private func start(of path: String) -> (folder: String, rest: [String]) {
    guard path.isInside(folder: root) else { return ("/", Self.reversedParts(of: path)) }
    return (root, Self.reversedParts(of: String(path.dropFirst(root.count))))
  }

  private static func reversedParts(of path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.reversed().map(String.init)
  }
}
