import ParleyEngine

/// Objects to be filled in. Those of the same shape one after the other, as the elements of an array mostly are, share their keys.
struct BlankObjects {
  private var last: (shape: Shape, object: JSONObject)?

  /// With all keys of the shape, and `null` for each.
  mutating func object(of shape: Shape) -> JSONObject {
    if let last, last.shape === shape { return last.object }
    let object = JSONObject(shape.keys.map { ($0, .null) })
    last = (shape, object)
    return object
  }
}
