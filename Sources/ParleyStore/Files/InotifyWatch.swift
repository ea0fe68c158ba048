import ParleyEngine

/// Hears of changes of a file or folder, as long as somebody holds this value.
final class InotifyWatch: Sendable {
  private let instance: InotifyInstance
  private let listener: InotifyInstance.ListenerID

  /// - Parameters:
  ///   - mask: which events count, as inotify(7) names them.
  ///   - onEvents: called on a thread that all watches share, with the names in the folder that events were of; none for a file.
  /// - Throws: `.unusablePath` when the system watches no more files.
  init(_ path: String, _ mask: Int32, onEvents: @escaping @Sendable (Set<String>) -> Void) throws(RepositoryError) {
    guard let instance = InotifyInstance.shared,
      let listener = instance.listen(to: path, UInt32(bitPattern: mask), onEvents)
    else { throw .system("Cannot watch for changes by other programs.", at: path) }
    (self.instance, self.listener) = (instance, listener)
  }

  deinit {
    instance.remove(listener)
  }
}
