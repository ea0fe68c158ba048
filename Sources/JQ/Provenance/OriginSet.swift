/// Collects the places that a value is computed from. Few are kept one by one; of many, those that differ in their
/// indices alone become one place with `[*]`.
struct OriginSet {
  private(set) var places: [Origin] = []
  /// Whether a secret is in one of the values, however many there are.
  private(set) var holdsSecret = false
  /// Set once there were more than a few.
  private var isMerging = false

  /// The number of origins up to which each is kept by itself.
  private static let few = 8
  /// The most elements of a container that are looked at.
  private static let mostElements = 4096

  mutating func add(_ value: Value) {
    if let origin = value.origin {
      add(origin)
    } else {
      addParts(of: value, levels: 3)
    }
  }

  mutating func add(_ value: Value, by machine: Machine) {
    add(value)
    holdsSecret = holdsSecret || machine.secrets?.isHeld(by: value) == true
  }

  mutating func add(_ origin: Origin) {
    for place in origin.places { insert(place) }
  }

  /// Adds the origins of the parts of a value that the filter itself has put together.
  private mutating func addParts(of value: Value, levels: Int) {
    guard levels > 0 else { return }
    switch value.payload {
    case .array(let storage) where !storage.isForeign:
      for element in storage.own.prefix(Self.mostElements) { addPart(element, levels: levels) }
    case .object(let storage) where !storage.isForeign:
      for member in storage.values.prefix(Self.mostElements) { addPart(member, levels: levels) }
    default: break
    }
  }

  private mutating func addPart(_ value: Value, levels: Int) {
    if let origin = value.origin { add(origin) } else { addParts(of: value, levels: levels - 1) }
  }

  private mutating func insert(_ place: Origin) {
    if places.contains(where: { $0 === place }) { return }
    if !isMerging, places.count < Self.few {
      if !places.contains(where: { $0.isSamePlace(as: place) }) { places.append(place) }
    } else {
      merge(place)
    }
  }

  private mutating func merge(_ place: Origin) {
    isMerging = true
    guard let index = places.lastIndex(where: { $0.hasShape(of: place) }) else {
      if places.count < 4 * Self.few { places.append(place) }
      return
    }
    places[index] = places[index].generalized(with: place)
    let general = places[index]
    places = places.enumerated().filter { $0 == index || !$1.hasShape(of: general) }.map(\.element)
  }
}

extension Origin {
  func isSamePlace(as other: Origin) -> Bool {
    var (left, right) = (self, other)
    while left !== right {
      switch (left.kind, right.kind) {
      case (.root(let first), .root(let second)): return first == second
      case (.child(let leftParent, let leftStep), .child(let rightParent, let rightStep)):
        guard leftStep == rightStep else { return false }
        (left, right) = (leftParent, rightParent)
      default: return false
      }
    }
    return true
  }

  /// The same but for indices.
  func hasShape(of other: Origin) -> Bool {
    var (left, right) = (self, other)
    while left !== right {
      switch (left.kind, right.kind) {
      case (.root(let first), .root(let second)): return first == second
      case (.child(let leftParent, let leftStep), .child(let rightParent, let rightStep)):
        guard leftStep.hasShape(of: rightStep) else { return false }
        (left, right) = (leftParent, rightParent)
      default: return false
      }
    }
    return true
  }

  /// Both places in one: `[*]` where their indices differ.
  func generalized(with other: Origin) -> Origin {
    guard self !== other, case .child(let parent, let step) = kind, case .child(let second, let otherStep) = other.kind
    else { return self }
    let general = parent.generalized(with: second)
    if step == otherStep || step == .anyIndex { return general === parent ? self : Origin(.child(general, step)) }
    return Origin(.child(general, .anyIndex))
  }
}

extension Origin.Step {
  func hasShape(of other: Origin.Step) -> Bool {
    switch (self, other) {
    case (.key(let left), .key(let right)): left == right
    case (.key, _), (_, .key): false
    default: true
    }
  }
}
