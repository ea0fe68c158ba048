/// One place at which two JSON values are different.
public struct ValueDifference: Sendable, Hashable {
  /// The place in the left value; in the right one, if only that has something there.
  public let path: ValuePath
  /// Nil where there is nothing.
  public let left: JSONValue?
  /// Nil where there is nothing.
  public let right: JSONValue?

  /// These two stand at the same place.
  package init(path: ValuePath, left: JSONValue?, right: JSONValue?) {
    self.path = path
    self.left = left
    self.right = right
  }

  /// The differences between two values, in the order of the left one; no more than `limit`.
  /// - Parameter ignored: is looked at as if it were the same.
  package static func between(
    _ left: JSONValue?, _ right: JSONValue?, ignoring ignored: IgnoredPaths = IgnoredPaths(), limit: Int = 1000
  ) -> [ValueDifference] {
    var search = DifferenceSearch(ignored: ignored, limit: limit)
    search.compare(left, right, at: .root)
    return search.found
  }
}

private struct DifferenceSearch {
  let ignored: IgnoredPaths
  let limit: Int
  var found: [ValueDifference] = []

  mutating func compare(_ left: JSONValue?, _ right: JSONValue?, at path: ValuePath) {
    guard found.count < limit, left != right, !ignored.cover(path) else { return }
    switch (left, right) {
    case (.object(let left)?, .object(let right)?): compare(left, right, at: path)
    case (.array(let left)?, .array(let right)?): compare(left, right, at: path)
    default: found.append(ValueDifference(path: path, left: left, right: right))
    }
  }

  private mutating func compare(_ left: JSONObject, _ right: JSONObject, at path: ValuePath) {
    for (key, value) in left { compare(value, right[key], at: path.appending(.key(key))) }
    for (key, value) in right where left[key] == nil { compare(nil, value, at: path.appending(.key(key))) }
  }

  private mutating func compare(_ left: [JSONValue], _ right: [JSONValue], at path: ValuePath) {
    for pair in ArrayAlignment(left, right, at: path, ignoring: ignored).pairs where found.count < limit {
      compare(pair.left.map { left[$0] }, pair.right.map { right[$0] }, at: path.appending(.index(pair.index)))
    }
  }
}
