package import ParleyEngine

/// A leaf in a tree of folders.
package protocol TreeLeaf: Hashable, Sendable {
  /// Its folders and its name, as in `user/login`.
  var path: String { get }
  /// The text that a filter's words are searched in.
  var searchedText: String { get }
}

/// Files as a tree of folders: at every level the folders first, all by name.
package struct FolderTree<Leaf: TreeLeaf>: Hashable, Sendable {
  package struct Row: Hashable, Sendable, Identifiable {
    package enum Content: Hashable, Sendable {
      case folder(isFolded: Bool)
      case leaf(Leaf)
    }

    /// The path of the folder, or of the leaf.
    package var id: String
    package var depth: Int
    package var content: Content

    package var name: String { id.lastPathPart }

    package var isFolder: Bool { leaf == nil }

    package var leaf: Leaf? {
      if case .leaf(let leaf) = content { leaf } else { nil }
    }

    /// The folder that something new would go into from here.
    var folder: String { isFolder ? id : id.folderPath }
  }

  private var folders: [ExactString: [String]] = [:]
  private var leaves: [ExactString: [Leaf]] = [:]

  package init() {}

  /// - Parameter paths: folders, empty ones too; those around the leaves need not be among them.
  package init(folders paths: [String], leaves: [Leaf]) {
    self.leaves = Dictionary(grouping: leaves) { ExactString($0.path.folderPath) }
    let all = Set(names: (paths + self.leaves.keys.map(\.text)).flatMap(Self.withParents)).names
    folders = Dictionary(grouping: all) { ExactString($0.folderPath) }
    for parent in self.leaves.keys { self.leaves[parent]?.sort { $0.path.precedes($1.path) } }
  }

  /// The rows to show.
  ///
  /// - Parameters:
  ///   - words: all of which must stand in a leaf's text.
  ///   - isWanted: which leaves are shown; nil for all. With either, nothing is folded, and folders without a match are left out.
  package func rows(
    folded: Set<ExactString>, matching words: [String] = [], where isWanted: ((Leaf) -> Bool)? = nil
  ) -> [Row] {
    var rows: [Row] = []
    let matches: ((Leaf) -> Bool)? =
      words.isEmpty && isWanted == nil ? nil : { $0.matches(words) && isWanted?($0) != false }
    append(to: &rows, below: "", depth: 0, folded: folded, matches: matches)
    return rows
  }

  private func append(
    to rows: inout [Row], below parent: String, depth: Int, folded: Set<ExactString>, matches: ((Leaf) -> Bool)?
  ) {
    for folder in folders[parent] ?? [] {
      let isFolded = matches == nil && folded.contains(folder)
      let place = rows.count
      rows.append(Row(id: folder, depth: depth, content: .folder(isFolded: isFolded)))
      if !isFolded { append(to: &rows, below: folder, depth: depth + 1, folded: folded, matches: matches) }
      if matches != nil, rows.count == place + 1 { rows.removeLast() }
    }
    for leaf in leaves[parent] ?? [] where matches?(leaf) != false {
      rows.append(Row(id: leaf.path, depth: depth, content: .leaf(leaf)))
    }
  }

  /// `a/b` → `a`, `a/b`.
  private static func withParents(_ path: String) -> [String] {
    let parts = path.split(separator: "/")
    return parts.indices.map { parts[...$0].joined(separator: "/") }
  }
}

extension TreeLeaf {
  fileprivate func matches(_ words: [String]) -> Bool {
    guard !words.isEmpty else { return true }
    let text = searchedText.lowercased()
    return words.allSatisfy { text.contains($0) }
  }
}

extension String {
  /// The folder that a path lies in, without a slash at the end; empty at the top.
  package var folderPath: String { split(separator: "/").dropLast().joined(separator: "/") }

  /// The folders around a path, from the outside in.
  package var folderPaths: [String] {
    let parts = split(separator: "/")
    return parts.indices.dropLast().map { parts[...$0].joined(separator: "/") }
  }

  /// The last part of a path.
  package var lastPathPart: String { split(separator: "/").last.map(String.init) ?? self }
}
