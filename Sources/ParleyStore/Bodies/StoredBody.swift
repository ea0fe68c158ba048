import ParleyEngine

/// A body file of this store, which can be kept without copying it.
protocol StoredBody: BodyFile {
  var temporary: TemporaryBody { get }
  var isSealed: Bool { get }
}

extension StoredBody {
  /// The name under which the finished file is kept.
  var keptName: String { temporary.contentHash }
}
