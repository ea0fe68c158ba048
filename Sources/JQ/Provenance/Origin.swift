/// The origin of a value of a traced evaluation: a place in the input, or the places it was computed from.
final class Origin: Sendable {
  enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
    /// Any element: what is left of many indices.
    case anyIndex
  }

  enum Kind: Sendable {
    /// The input (nil), or a variable that was passed in.
    case root(variable: String?)
    case child(Origin, Step)
    /// By the function or operator of this name, from places that are none of this kind themselves.
    case computed(by: String, from: [Origin])
  }

  let kind: Kind
  /// Nil where nothing of it is a secret.
  let marks: SecretMarks?

  init(_ kind: Kind, marks: SecretMarks? = nil) {
    (self.kind, self.marks) = (kind, marks)
  }

  /// The place of a part. A part of something computed was computed from the same.
  func child(_ step: Step) -> Origin {
    if case .computed = kind { return self }
    return Origin(.child(self, step), marks: marks?.child(step))
  }

  var isComputed: Bool {
    if case .computed = kind { true } else { false }
  }

  /// The places: itself, or what it was computed from.
  var places: [Origin] {
    if case .computed(_, let places) = kind { places } else { [self] }
  }

  /// The way from the root.
  var steps: [Step] {
    var steps: [Step] = []
    var origin = self
    while case .child(let parent, let step) = origin.kind {
      steps.append(step)
      origin = parent
    }
    return steps.reversed()
  }

  var variable: String? {
    var origin = self
    while case .child(let parent, _) = origin.kind { origin = parent }
    if case .root(let variable) = origin.kind { return variable }
    return nil
  }
}

extension Value {
  /// A part without an origin of its own was computed from what its container was computed from.
  @inline(__always)
  func inheriting(_ container: Origin?) -> Value {
    guard let container, origin == nil, container.isComputed else { return self }
    return Value(payload, origin: container)
  }
}
