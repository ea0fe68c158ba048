package import ParleyEngine
package import ParleyModel

/// A value of a response that a shared key is to take.
package struct Capture: Hashable, Sendable {
  package let request: RequestID
  /// After the root of the response.
  package let path: ValuePath
  package let value: String

  package init(request: RequestID, path: ValuePath, value: String) {
    self.request = request
    self.path = path
    self.value = value
  }
}

/// From a value of a response to a row of the request.
package enum CaptureAction: Sendable {
  case ask(RequestID, ValuePath, value: String)
  case add(Capture, as: String, cipher: String?)
}

extension ValuePath {
  /// The way on from there; nil when it does not go through there.
  package func behind(_ root: ValuePath) -> ValuePath? {
    guard segments.starts(with: root.segments) else { return nil }
    return ValuePath(Array(segments.dropFirst(root.segments.count)))
  }
}
