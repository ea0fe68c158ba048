import ParleyText

/// One thing beyond HTTP and its own files that a workspace wants to do.
package enum TrustItem: Sendable, Hashable {
  /// Read a variable of the operating system.
  case environmentVariable(String)
  /// Run a program. Files of the workspace that take part are held to what they were, by SHA-256.
  case command([String], files: [String: String])
  /// Read a file outside the workspace, such as a key.
  case file(String)
  /// Write a file that is not simply one of the workspace's own.
  case writing(String)
  /// Replace a file of the workspace's folder that Parley did not write, as it is now.
  case replacing(String, as: FileMark)
  /// Speak with what listens on a unix socket.
  case socket(String)
  /// Keep shared keys in a database, as its address is written, without a password.
  case database(String)
}

extension TrustItem: CustomStringConvertible {
  /// One line, as the pop-up lists it.
  package var description: String {
    switch self {
    case .environmentVariable(let name): Printable.text("read the environment variable \(name)")
    case .command(let arguments, let files): Printable.text("run \(ShellWords.line(of: arguments))\(Self.note(files))")
    case .file(let path): Printable.text("read the file \(path)")
    case .writing(let path): Printable.text("write the file \(path)")
    case .replacing(let path, _): Printable.text("replace the file \(path), which Parley did not write")
    case .socket(let path): Printable.text("connect to the socket \(path)")
    case .database(let address): Printable.text("keep the team's keys in the database \(address)")
    }
  }

  private static func note(_ files: [String: String]) -> String {
    guard !files.isEmpty else { return "" }
    return " (" + files.sorted { $0.key < $1.key }.map { "\($0.key) is \($0.value.prefix(12))" }.joined(separator: ", ")
      + ")"
  }
}

extension TrustItem: Comparable {
  package static func < (left: TrustItem, right: TrustItem) -> Bool {
    left.description < right.description
  }
}

/// The items that a person has allowed a workspace.
package struct TrustGrant: Sendable, Hashable {
  package private(set) var items: Set<TrustItem>

  package init(_ items: some Sequence<TrustItem> = []) {
    self.items = Set(items)
  }

  /// The same and more. Of a file that may be replaced only the newest state counts.
  func adding(_ more: some Sequence<TrustItem>) -> TrustGrant {
    let more = Set(more)
    let replaced = Set(more.compactMap(\.replacedFile))
    return TrustGrant(items.filter { $0.replacedFile.map(replaced.contains) != true }.union(more))
  }

  /// Whether a person has allowed something: what Parley wrote itself needs nobody's word.
  package var isGiven: Bool { items.contains { $0.replacedFile == nil } }

  package func allows(_ item: TrustItem) -> Bool { items.contains(item) }

  /// Returns the items that were not allowed yet, or have changed since, and so must be asked for.
  package func missing(of wanted: some Sequence<TrustItem>) -> [TrustItem] {
    Set(wanted).subtracting(items).sorted()
  }
}

extension TrustItem {
  var replacedFile: String? {
    if case .replacing(let path, _) = self { path } else { nil }
  }
}
