/// The reason a path leads nowhere in a value.
package struct ValuePathFailure: Error, Hashable, Sendable {
  /// The obstacle in place of the segment.
  package enum Reason: Hashable, Sendable {
    /// The object has no such key, but these, at most 20 of them.
    case noKey(present: [String])
    /// The array has only so many elements.
    case noElement(count: Int)
    /// A key asks for an object, an index for an array; this is something else.
    case wrongKind(JSONValue.Kind)
  }

  /// Stable.
  package static let code = "path.absent"
  /// The whole path that was asked for.
  package let path: ValuePath
  /// Which of the path's segments found nothing.
  package let position: Int
  /// The obstacle at that segment.
  package let reason: Reason

  /// The way to the value that lacks it.
  package var parent: ValuePath { ValuePath(Array(path.segments[..<position])) }
  /// The segment that found nothing.
  package var segment: ValuePath.Segment { path.segments[position] }
}

extension ValuePathFailure: CustomStringConvertible {
  /// One sentence: the value that lacks it, the key or index, and what there is instead.
  package var description: String {
    let name = parent == .root ? "The value" : "\(parent)"
    switch reason {
    case .noKey(let present): return "\(name) has no key \(wanted)\(listing(present))."
    case .noElement(let count): return "\(name) has no element \(wanted), but \(count) of them."
    case .wrongKind(let kind): return "\(name) is \(kind.phrase), so it has no \(wanted)."
    }
  }

  private var wanted: String {
    switch segment {
    case .key(let key): "`\(key)`"
    case .index(let index): "[\(index)]"
    }
  }

  private func listing(_ keys: [String]) -> String {
    guard !keys.isEmpty else { return "; it is empty" }
    let shown = keys.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
    return "; it has \(shown)\(keys.count > 5 ? ", …" : "")"
  }
}

extension ValuePath {
  /// The value at the path. Throws the segment that found nothing, and the reason.
  package func resolve(in root: JSONValue) throws(ValuePathFailure) -> JSONValue {
    var value = root
    for (position, segment) in segments.enumerated() {
      guard let next = value[segment] else {
        throw ValuePathFailure(path: self, position: position, reason: .init(segment, in: value))
      }
      value = next
    }
    return value
  }
}

extension JSONValue {
  /// The value at `path`; `nil` if there is none.
  package subscript(path: ValuePath) -> JSONValue? {
    try? path.resolve(in: self)
  }

  fileprivate subscript(segment: ValuePath.Segment) -> JSONValue? {
    switch (segment, self) {
    case (.key(let key), .object(let members)): members[key]
    case (.index(let index), .array(let elements)): self[index < 0 ? elements.count + index : index]
    default: nil
    }
  }
}

extension ValuePathFailure.Reason {
  fileprivate init(_ segment: ValuePath.Segment, in value: JSONValue) {
    switch (segment, value) {
    case (.key, .object(let members)): self = .noKey(present: Array(members.keys.prefix(20)))
    case (.index, .array(let elements)): self = .noElement(count: elements.count)
    default: self = .wrongKind(value.kind)
    }
  }
}
