import Glibc
package import ParleyEngine

/// The user's state directory of Parley (XDG Base Directory Specification 0.8): its keys and the stores of all workspaces.
///
/// ```swift
/// let state = try StateFolder(environment: ProcessInfo.processInfo.environment)
/// let location = try state.location(ofWorkspace: "b7c0…", at: "/home/ada/shop")
/// let store = Store(at: location)
/// ```
package struct StateFolder: Sendable, Hashable {
  /// The folder's path; the folder need not exist yet.
  package let path: String

  /// The state folder at this path; nothing is made.
  package init(path: String) {
    self.path = path
  }

  /// `$XDG_STATE_HOME/parley`, or `$HOME/.local/state/parley` where that is not set or not absolute.
  /// - Throws: `.unusablePath` when neither variable names a folder.
  package init(environment: [String: String]) throws(RepositoryError) {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      self.init(path: "\(state)/parley")
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      self.init(path: "\(home)/.local/state/parley")
    } else {
      throw RepositoryError(
        .unusablePath, "There is no folder for the store.",
        advice: "Set XDG_STATE_HOME or HOME to one of your folders.")
    }
  }

  /// The folder of the keys that seal.
  package var keys: String { "\(path)/keys" }

  /// The file of the key that seals where no cipher is configured.
  package var machineKey: String { "\(keys)/machine.key" }

  var stores: Folder { Folder(path: "\(path)/stores") }

  /// The location of a workspace's store, whether or not it exists. Nothing is made.
  ///
  /// A store belongs to the workspace's id together with its real path: a copy of a workspace, or a folder that only claims
  /// the id of another, gets a store of its own.
  /// - Throws: `.unusablePath` when the workspace's folder does not exist.
  package func location(ofWorkspace id: String, at path: String) throws(RepositoryError) -> StoreLocation {
    guard let real = realpath(path, nil) else { throw .system("The workspace's folder cannot be found.", at: path) }
    defer { free(real) }
    return StoreLocation(owner: StoreOwner(workspace: id, path: String(cString: real)), in: self)
  }
}
