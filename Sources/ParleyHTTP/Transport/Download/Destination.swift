import Glibc

/// The destination of a response's body. Only the body of a success (2xx) goes to a file: any other is read as usual.
///
/// ```swift
/// var request = Request.get("/film")
/// request.destination = .file("/home/ada/film.mp4", resuming: true)
/// let place = try await client.send(request).download?.path
/// ```
public enum Destination: Sendable, Hashable {
  /// To memory, or to the body storage when it is large.
  case automatic
  /// To this file. It is written beside it, under the same name with `.parley-part` behind it, and renamed at the end; one
  /// that breaks off stays as such a part when the server has said how to go on with it.
  ///
  /// With `resuming` it goes on behind the part there is, by `Range` and `If-Range` (RFC 9110 §13.1.5, §14.2). The part is
  /// used only when the server still has the same content; otherwise it starts again, and the response says so.
  ///
  /// No compression is asked for, because a range counts the bytes as they are sent.
  case file(String, resuming: Bool = false)
  /// To a fresh file, which the response names. It is the caller's from then on; of a failure nothing stays.
  case temporary
}

/// A body that went to a file.
public struct Download: Sendable, Hashable {
  /// The file's place.
  public var path: String
  /// The outcome of resuming an earlier download; nil if that was not asked for.
  public var resumption: Resumption?

  /// A body at this path.
  package init(path: String, resumption: Resumption? = nil) {
    self.path = path
    self.resumption = resumption
  }
}

extension Download {
  func removeFile() {
    unlink(path)
  }
}

/// Whether something went on where it stopped.
public enum Resumption: Sendable, Hashable {
  /// Behind so many bytes.
  case resumed(at: Int)
  /// It started again, or there was nothing to go on with.
  case failed(Reason)

  /// A reason why a download was not resumed.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// Nothing was paused, and there is no part on disk.
    case nothingPaused
    /// The server has other content by now, or the part is not of this address.
    case changed
    /// The server sends only the whole.
    case noRanges
  }
}

extension Resumption: CustomStringConvertible {
  /// For people: `resumed at 1024 bytes`.
  public var description: String {
    switch self {
    case .resumed(let offset): "resumed at \(offset) bytes"
    case .failed(.nothingPaused): "failed to resume: nothing was paused"
    case .failed(.changed): "failed to resume: the content on the server has changed"
    case .failed(.noRanges): "failed to resume: the server does not support ranges"
    }
  }
}
