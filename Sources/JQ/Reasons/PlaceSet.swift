internal import ParleyEngine

/// Places that a value was computed from. Few are kept one by one; of many, those that differ in their indices alone become one with
/// `[*]`.
struct PlaceSet {
  private(set) var places: [JQPath] = []

  private static let few = 8
  /// More values are not looked at.
  private var room = 4_096

  mutating func hasRoom() -> Bool {
    room -= 1
    return room >= 0
  }

  mutating func insert(_ place: JQPath) {
    guard !places.contains(where: { $0 == place || $0.covers(place) }) else { return }
    places.append(place)
    guard places.count > Self.few else { return }
    places = places.reduce(into: []) { merged, place in
      guard let index = merged.firstIndex(where: { $0.hasShape(of: place) }) else { return merged.append(place) }
      merged[index] = merged[index].generalized(with: place)
    }
  }
}

extension JQPath {
  /// Whether another place differs in its indices alone.
  fileprivate func hasShape(of other: JQPath) -> Bool {
    variable == other.variable && segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy { left, right in
        switch (left, right) {
        case (.key(let left), .key(let right)): left == right
        case (.key, _), (_, .key): false
        default: true
        }
      }
  }

  /// Whether another place is one of those that this stands for.
  fileprivate func covers(_ other: JQPath) -> Bool {
    hasShape(of: other) && zip(segments, other.segments).allSatisfy { $0 == $1 || $0 == .anyIndex }
  }

  /// Both in one.
  fileprivate func generalized(with other: JQPath) -> JQPath {
    JQPath(variable: variable, segments: zip(segments, other.segments).map { $0 == $1 ? $0 : .anyIndex })
  }
}

extension JSONValue {
  /// The ways to the parts of a list or an object that stands at a path in it; of a long one, to the first.
  func parts(at path: [JQPath.Segment]) -> [JQPath.Segment] {
    var value = self
    for segment in path {
      switch (segment, value) {
      case (.key(let name), .object(let members)): value = members[name] ?? .null
      case (.index(let index), .array(let elements)) where elements.indices.contains(index): value = elements[index]
      default: return []
      }
    }
    switch value {
    case .array(let elements): return elements.indices.prefix(Self.mostParts).map { .index($0) }
    case .object(let members): return members.prefix(Self.mostParts).map { .key($0.key) }
    case .null, .bool, .number, .string: return []
    }
  }

  private static var mostParts: Int { 1_000 }
}
