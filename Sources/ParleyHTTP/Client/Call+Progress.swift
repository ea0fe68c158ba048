extension Call {
  /// How far a request is, with the name people call it by.
  public struct Progress: Sendable, Hashable {
    /// The request's name, or its route's.
    public var name: String?
    /// How far it is, in bytes.
    public var transfer: TransferProgress

    /// The part that is done, from 0 to 1.
    public var fraction: Double { transfer.fraction }

    /// The progress of a request of this name.
    package init(name: String?, transfer: TransferProgress) {
      self.name = name
      self.transfer = transfer
    }
  }

  /// The progress of upload and download until the end. Who reads slowly gets the newest and misses what was between.
  ///
  /// Progress is told every 100 ms unless the request's options say otherwise, from whatever moment it is asked for.
  ///
  /// ```swift
  /// for await update in call.progressUpdates { draw(update.fraction) }
  /// ```
  public var progressUpdates: AsyncStream<Progress> {
    let (stream, updates) = AsyncStream.makeStream(of: Progress.self, bufferingPolicy: .bufferingNewest(1))
    let listener = ProgressListener(tell: { updates.yield($0) }, end: { updates.finish() })
    updates.onTermination = { [weak self] _ in self?.remove(listener) }
    if !add(listener) { updates.finish() }
    return stream
  }

  /// Tells the progress of upload and download, on the transport's thread, so it must not block.
  public func onProgress(_ call: @escaping @Sendable (Progress) -> Void) {
    _ = add(ProgressListener(tell: call, end: {}))
  }
}

/// Somebody who is told of progress, once more at every change, and of the end.
final class ProgressListener: Sendable {
  let tell: @Sendable (Call.Progress) -> Void
  let end: @Sendable () -> Void

  init(tell: @escaping @Sendable (Call.Progress) -> Void, end: @escaping @Sendable () -> Void) {
    self.tell = tell
    self.end = end
  }
}
