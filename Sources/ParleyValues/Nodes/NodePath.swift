/// The place of a node in its run: `3.1` is the first node of the third, `2[0]` the second node for the first element.
public struct NodePath: Sendable, Hashable {
  /// One step of the way down.
  package enum Part: Sendable, Hashable {
    /// Counts from 0; written from 1.
    case node(Int)
    /// Of a node that runs for each element of a list. Counts from 0.
    case element(Int)
  }

  /// From the outermost to the innermost; none is the run's group.
  package let parts: [Part]

  /// The run's group itself.
  public static let root = NodePath([])

  /// A place at the end of these steps.
  package init(_ parts: [Part]) {
    self.parts = parts
  }

  /// The n-th node inside, counted from 0.
  package func node(_ index: Int) -> NodePath {
    NodePath(with(.node(index)))
  }

  /// The run for the n-th element, counted from 0.
  package func element(_ index: Int) -> NodePath {
    NodePath(with(.element(index)))
  }

  private func with(_ part: Part) -> [Part] {
    var longer: [Part] = []
    longer.reserveCapacity(parts.count + 1)
    longer.append(contentsOf: parts)
    longer.append(part)
    return longer
  }

  /// The path of the node that contains it; nil for the run's group.
  package var parent: NodePath? {
    parts.isEmpty ? nil : NodePath(parts.dropLast())
  }

  /// Whether this is `other`, or stands anywhere inside it.
  package func isInside(_ other: NodePath) -> Bool {
    parts.starts(with: other.parts)
  }
}

extension NodePath: Comparable {
  /// The order of the nodes in the group: what stands inside a node comes behind it.
  public static func < (left: NodePath, right: NodePath) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts) { $0.index < $1.index }
  }
}

extension NodePath.Part {
  fileprivate var index: Int {
    switch self {
    case .node(let index), .element(let index): index
    }
  }
}

extension NodePath: LosslessStringConvertible {
  public init?(_ description: String) {
    var parts: [Part] = []
    for piece in description.split(separator: ".", omittingEmptySubsequences: !description.contains(".")) {
      let texts = piece.split(separator: "[", omittingEmptySubsequences: false)
      guard let number = texts.first.flatMap({ Int($0) }), number > 0 else { return nil }
      parts.append(.node(number - 1))
      for text in texts.dropFirst() {
        guard text.hasSuffix("]"), let index = Int(text.dropLast()), index >= 0 else { return nil }
        parts.append(.element(index))
      }
    }
    self.init(parts)
  }

  public var description: String {
    // Most stand in no other, and are written down for every step of a run.
    if parts.count == 1, case .node(let index) = parts[0] { return String(index + 1) }
    return parts.reduce(into: "") { text, part in
      switch part {
      case .node(let index): text += text.isEmpty ? "\(index + 1)" : ".\(index + 1)"
      case .element(let index): text += "[\(index)]"
      }
    }
  }
}

extension NodePath: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let path = NodePath(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a place in a run")
    }
    self = path
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
