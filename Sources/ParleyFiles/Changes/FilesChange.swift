internal import ParleyEngine

/// A change of several files at once: all of them are written, or none. Turned round, it is undone.
///
/// ```swift
/// let change = try EnvironmentEdit.rename("email", to: "user").change(in: workspace)
/// try change.make(in: workspace.root)
/// try change.reversed.make(in: workspace.root)
/// ```
package struct FilesChange: Sendable, Hashable {
  /// One file before and after; nil where it is not there.
  package struct Item: Sendable, Hashable {
    /// Within the workspace.
    package let file: String
    package let before: [UInt8]?
    package let after: [UInt8]?
    /// The file that a new file is moved from, whose permissions it gets.
    var movedFrom: String?
    /// Of a new file, or of one that comes back when the change is reversed; as the person's mask says where none are given.
    var permissions: UInt32?

    package init(
      file: String, before: [UInt8]?, after: [UInt8]?, movedFrom: String? = nil, permissions: UInt32? = nil
    ) {
      self.file = file
      self.before = before
      self.after = after
      self.movedFrom = movedFrom
      self.permissions = permissions
    }

    /// A file that goes away. Reversed, it comes back with the permissions it has now.
    package static func gone(_ file: String, _ bytes: [UInt8], in root: String) -> Item {
      Item(file: file, before: bytes, after: nil, permissions: FileSystem.permissions(of: root.appendingPath(file)))
    }
  }

  package let items: [Item]
  /// An environment that has another name afterwards, so that its data goes along.
  package let renamed: EnvironmentRename?

  package init(_ items: [Item], renamed: EnvironmentRename? = nil) {
    self.items = items.filter { $0.before != $0.after }
    self.renamed = renamed
  }

  package var isEmpty: Bool { items.isEmpty }

  package var reversed: FilesChange { FilesChange(items.reversed().map(\.reversed), renamed: renamed?.reversed) }

  /// This change and then another one, as one.
  package func followed(by next: FilesChange) -> FilesChange {
    var places: [ExactString: Int] = [:]
    var items: [Item] = []
    for item in self.items + next.items {
      guard let place = places[ExactString(item.file)] else {
        places[ExactString(item.file)] = items.count
        items.append(item)
        continue
      }
      let first = items[place]
      items[place] = Item(
        file: item.file, before: first.before, after: item.after, permissions: first.permissions ?? item.permissions)
    }
    return FilesChange(items, renamed: next.renamed ?? renamed)
  }

  /// Writes all files, if each of them is as it was.
  /// - Throws: `SaveError`; then every file is as it was.
  package func make(in root: String) throws(SaveError) {
    switch items.count {
    case 0: break
    case 1: try items[0].make(in: root)
    default: try MadeTogether(items, in: root).make()
    }
  }
}

/// The old and the new name of an environment.
package struct EnvironmentRename: Sendable, Hashable {
  package let old: String
  package let new: String

  package init(old: String, new: String) {
    self.old = old
    self.new = new
  }

  package var reversed: EnvironmentRename { EnvironmentRename(old: new, new: old) }
}

extension FilesChange.Item {
  fileprivate var reversed: Self { Self(file: file, before: after, after: before, permissions: permissions) }

  fileprivate func make(in root: String) throws(SaveError) {
    switch (before, after) {
    case (let before?, let after?): _ = try text(before, in: root).write(after)
    case (nil, let after?): try text(after, in: root).create(permissions: permissions)
    case (let before?, nil): try text(before, in: root).delete()
    case (nil, nil): break
    }
  }

  private func text(_ bytes: [UInt8], in root: String) -> TextFile {
    TextFile(root: root, source: SourceText(file: file, bytes: bytes))
  }
}
