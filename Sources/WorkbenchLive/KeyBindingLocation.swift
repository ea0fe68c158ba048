import Glibc

/// The file of a person's key bindings in their folder of settings.
///
/// Its former name is `keys`. If settings and stored data are in one folder, that is the folder of encryption keys: so
/// it has a name of its own now, and the old one is still read if it is a file.
package struct KeyBindingLocation {
  package static let name = "keybindings"
  private static let formerName = "keys"

  private let folder: String

  /// - Parameter folder: the folder of settings, which need not exist.
  package init(folder: String) {
    self.folder = folder
  }

  /// The path of the key bindings, which need not exist.
  package var path: String {
    let (current, former) = ("\(folder)/\(Self.name)", "\(folder)/\(Self.formerName)")
    return !Self.isFile(current) && Self.isFile(former) ? former : current
  }

  /// Renames a file with the old name that is in the way of the folder of keys, if both are in one folder. A file with
  /// the new name is not replaced.
  /// - Parameter keys: the folder of encryption keys.
  package func makeRoom(for keys: String) {
    let former = "\(folder)/\(Self.formerName)"
    guard Self.isFile(keys), Self.isSame(former, keys) else { return }
    for name in [Self.name, "\(Self.name).former"] where link(former, "\(folder)/\(name)") == 0 {
      unlink(former)
      return
    }
  }

  /// A link to a file is one, too.
  private static func isFile(_ path: String) -> Bool {
    status(of: path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
  }

  private static func isSame(_ path: String, _ other: String) -> Bool {
    guard let one = status(of: path), let other = status(of: other) else { return false }
    return one.st_ino == other.st_ino && one.st_dev == other.st_dev
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}
