package import ParleyEngine

/// One change of a JSON document at one place: nothing else in it moves, digits and order stay.
///
/// ```swift
/// let change = JSONChange.set(ValuePath([.key("price")]), to: .number(1.10), was: .number(1))
/// let (document, undo) = try change.applied(to: document)
/// ```
package enum JSONChange: Hashable, Sendable {
  /// The place of a value, or the place for a new one, in an object or array.
  package struct Place: Hashable, Sendable {
    package var parent: ValuePath
    /// Of an object's member; nil in an array.
    package var name: String?
    /// Among the members or elements.
    package var index: Int

    package init(_ parent: ValuePath, name: String? = nil, index: Int) {
      self.parent = parent
      self.name = name
      self.index = index
    }

    package var path: ValuePath { parent.appending(name.map(ValuePath.Segment.key) ?? .index(index)) }

    /// Creates the place of a value of a document among its siblings; nil if the document has no such value.
    package init?(of path: ValuePath, in document: JSONValue) {
      guard let last = path.segments.last, let container = document[path.parent] else { return nil }
      switch (last, container) {
      case (.key(let name), .object(let object)):
        guard let index = object.firstIndex(where: { $0.key.isIdentical(to: name) }) else { return nil }
        self.init(path.parent, name: name, index: index)
      case (.index(let index), .array): self.init(path.parent, index: index)
      default: return nil
      }
    }
  }

  /// Another value, where that one was.
  case set(ValuePath, to: JSONValue, was: JSONValue)
  case insert(JSONValue, Place)
  case remove(ValuePath, was: JSONValue)
  /// - to: in the document without what is moved.
  case move(ValuePath, to: Place, was: JSONValue)

  /// Returns the document after the change, and the change that undoes it.
  /// - Throws: an error if the document is no longer the one the change was made for.
  package func applied(to document: JSONValue) throws(JSONChangeError) -> (document: JSONValue, inverse: JSONChange) {
    switch self {
    case .set(let path, let value, let was):
      try Self.check(path, was, in: document)
      guard let result = document.replacing(at: path, with: value) else { throw .missing(path) }
      return (result, .set(path, to: was, was: value))
    case .insert(let value, let place):
      return (try document.inserting(value, at: place), .remove(place.path, was: value))
    case .remove(let path, let was):
      try Self.check(path, was, in: document)
      let (result, place) = try document.removing(at: path)
      return (result, .insert(was, place))
    case .move(let path, let place, let was):
      try Self.check(path, was, in: document)
      let (rest, origin) = try document.removing(at: path)
      return (try rest.inserting(was, at: place), .move(place.path, to: origin, was: was))
    }
  }

  private static func check(_ path: ValuePath, _ was: JSONValue, in document: JSONValue) throws(JSONChangeError) {
    guard let now = document[path] else { throw .missing(path) }
    guard now.isIdentical(to: was) else { throw .changed(path) }
  }

  /// The place that it is about.
  package var path: ValuePath {
    switch self {
    case .set(let path, _, _), .remove(let path, _), .move(let path, _, _): path
    case .insert(_, let place): place.path
    }
  }

  /// Whether somebody has typed something for it.
  package var hasText: Bool {
    if case .remove = self { false } else { true }
  }

  /// Returns the cursor's path in the document after the change: the changed value, or the neighbour of a removed one,
  /// which is the next value, else the previous one, else their container.
  package func path(in document: JSONValue) -> ValuePath {
    switch self {
    case .set(let path, _, _): path
    case .insert(_, let place), .move(_, let place, _): place.path
    case .remove(let path, _): document.neighbour(of: path)
    }
  }
}

/// The reason why a change cannot be made.
package enum JSONChangeError: Error, Hashable, Sendable {
  /// Somebody else wrote this value.
  case changed(ValuePath)
  case missing(ValuePath)
  case noContainer(ValuePath)
  case nameTaken(ValuePath)

  package var sentence: String {
    switch self {
    case .changed(let path): "The value at \(path) was changed meanwhile."
    case .missing(let path): "There is no value at \(path) any more."
    case .noContainer(let path): "The value at \(path) is neither an object nor an array."
    case .nameTaken(let path): "There is already a value at \(path)."
    }
  }
}

extension ValuePath {
  package var parent: ValuePath { ValuePath(Array(segments.dropLast())) }

  /// Returns this path as it is once another value has been removed; nil if it leads into that value.
  package func without(_ path: ValuePath) -> ValuePath? {
    guard segments.starts(with: path.parent.segments), let last = path.segments.last else { return self }
    let depth = path.segments.count - 1
    guard depth < segments.count else { return self }
    if segments[depth] == last { return nil }
    guard case .index(let taken) = last, case .index(let own) = segments[depth], own > taken else { return self }
    var shifted = self
    shifted.segments[depth] = .index(own - 1)
    return shifted
  }
}

// Changing a document at a path.
extension JSONValue {
  /// Returns the path of a value's neighbour once the value is gone.
  fileprivate func neighbour(of path: ValuePath) -> ValuePath {
    guard let container = self[path.parent] else { return path.parent }
    switch (container, path.segments.last) {
    case (.object(let object), .key(let name)?):
      let names = object.map(\.key)
      guard let index = names.firstIndex(where: { $0.isIdentical(to: name) }) else { return path.parent }
      let near = index + 1 < names.count ? index + 1 : index - 1
      return near < 0 ? path.parent : path.parent.appending(.key(names[near]))
    case (.array(let elements), .index(let index)?):
      let near = min(index < 0 ? elements.count + index : index, elements.count - 2)
      return near < 0 ? path.parent : path.parent.appending(.index(near))
    default: return path.parent
    }
  }

  /// - Returns: nil where there is nothing at that path.
  func replacing(at path: ValuePath, with value: JSONValue) -> JSONValue? {
    guard let first = path.segments.first else { return value }
    let rest = ValuePath(Array(path.segments.dropFirst()))
    switch (self, first) {
    case (.object(var object), .key(let key)):
      guard let inner = object[key]?.replacing(at: rest, with: value) else { return nil }
      object[key] = inner
      return .object(object)
    case (.array(var elements), .index(let index)):
      guard elements.indices.contains(index), let inner = elements[index].replacing(at: rest, with: value) else {
        return nil
      }
      elements[index] = inner
      return .array(elements)
    default: return nil
    }
  }

  func inserting(_ value: JSONValue, at place: JSONChange.Place) throws(JSONChangeError) -> JSONValue {
    guard let container = self[place.parent] else { throw .missing(place.parent) }
    let result: JSONValue
    switch (container, place.name) {
    case (.object(let object), let name?):
      guard object[name] == nil else { throw .nameTaken(place.path) }
      var members = object.map { ($0.key, $0.value) }
      members.insert((name, value), at: min(max(0, place.index), members.count))
      result = .object(JSONObject(members))
    case (.array(var elements), nil):
      elements.insert(value, at: min(max(0, place.index), elements.count))
      result = .array(elements)
    default: throw .noContainer(place.parent)
    }
    guard let document = replacing(at: place.parent, with: result) else { throw .missing(place.parent) }
    return document
  }

  /// The document without what is there, and where that was.
  func removing(at path: ValuePath) throws(JSONChangeError) -> (JSONValue, JSONChange.Place) {
    guard let last = path.segments.last, let container = self[path.parent] else { throw .missing(path) }
    let (rest, place): (JSONValue, JSONChange.Place)
    switch (container, last) {
    case (.object(var object), .key(let key)):
      guard let index = object.firstIndex(where: { $0.key.isIdentical(to: key) }) else { throw .missing(path) }
      object[key] = nil
      (rest, place) = (.object(object), JSONChange.Place(path.parent, name: key, index: index))
    case (.array(var elements), .index(let index)):
      guard elements.indices.contains(index) else { throw .missing(path) }
      elements.remove(at: index)
      (rest, place) = (.array(elements), JSONChange.Place(path.parent, index: index))
    default: throw .missing(path)
    }
    guard let document = replacing(at: path.parent, with: rest) else { throw .missing(path) }
    return (document, place)
  }
}
