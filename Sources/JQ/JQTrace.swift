public import ParleyEngine

/// An output of a traced run, which knows of each of its parts where it came from.
///
///     let trace = try JQProgram("{id: .items[0].id, total: (.items | map(.price) | add)}").traces(of: document)[0]
///     trace.origin(of: [.key("id")])     // .copied(.items[0].id)
///     trace.origin(of: [.key("total")])  // .computed(by: "add", from: [.items[0].price, .items[1].price])
public struct JQTrace: @unchecked Sendable {  // `root` never changes: the run that made it has ended
  /// The source of a value.
  public enum Source: Hashable, Sendable {
    /// Taken unchanged from this place.
    case copied(JQPath)
    /// Computed by a function or an operator from the values at these places.
    case computed(by: String, from: [JQPath])
    /// Put together by the filter: its parts know more.
    case built
    /// Written in the filter itself.
    case literal
  }

  private let root: Value
  /// The output.
  public let value: JSONValue
  /// The parts of the output that are secret, because they were copied or made from what is.
  package let secretParts: SecretParts
  /// The texts that were made of secrets, and can be found wherever they stand.
  package let derivedSecrets: [String]
  /// Those of them that are names of members: no place in the output says of a name that it is secret.
  package let secretNames: [String]

  private let log: DropLog?
  private let text: [UInt8]

  init(root: Value, value: JSONValue, secrets: OutputSecrets? = nil, drops log: DropLog? = nil, text: [UInt8] = []) {
    (self.root, self.value, self.log, self.text) = (root, value, log, text)
    (secretParts, derivedSecrets) = (secrets?.parts ?? .none, secrets?.derived ?? [])
    secretNames = secrets?.names ?? []
  }

  /// The values that parts of the filter dropped on the way, and the byte of its text at which each of these parts stands.
  var drops: [(path: JQPath, place: Int)] { log?.drops.map { ($0.origin.path, $0.place) } ?? [] }

  /// The text of the part of the filter that begins at a byte: a name, with its arguments.
  func part(at place: Int) -> String {
    let rest = text[min(place, text.count)...]
    let name = rest.prefix { $0.isNamePart }
    var (end, depth, isQuoted) = (name.endIndex, 0, false)
    guard rest[end...].first == UInt8(ascii: "(") else { return String(decoding: name, as: UTF8.self) }
    while end < text.count {
      switch text[end] {
      case UInt8(ascii: "\\") where isQuoted: end += 1
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "(") where !isQuoted: depth += 1
      case UInt8(ascii: ")") where !isQuoted: depth -= 1
      default: break
      }
      end += 1
      if depth == 0 { break }
    }
    let words = String(decoding: text[place..<min(end, text.count)], as: UTF8.self)
    return words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns the source of the part at `path`; nil if there is no such part.
  public func origin(of path: [JQPath.Segment]) -> Source? {
    part(at: path)?.source
  }

  private func part(at path: [JQPath.Segment]) -> Value? {
    var current = root
    for segment in path {
      guard let part = current.part(segment) else { return nil }
      current = part
    }
    return current
  }

  /// The scalars of the output (and its empty containers), each with its path in the output and its source.
  public func leaves(limit: Int = 10_000) -> [(path: JQPath, source: Source)] {
    var leaves: [(path: JQPath, source: Source)] = []
    collect(root, [], limit, &leaves)
    return leaves
  }

  /// The same of one part of the output; none where there is no such part.
  public func leaves(of path: [JQPath.Segment], limit: Int = 10_000) -> [(path: JQPath, source: Source)] {
    guard let part = part(at: path) else { return [] }
    var leaves: [(path: JQPath, source: Source)] = []
    collect(part, [], limit, &leaves)
    return leaves
  }

  private func collect(
    _ value: Value, _ path: [JQPath.Segment], _ limit: Int, _ leaves: inout [(path: JQPath, source: Source)]
  ) {
    guard leaves.count < limit else { return }
    // What was copied as a whole needs no more to be said of its parts.
    if case .copied = value.source { return leaves.append((JQPath(segments: path), value.source)) }
    var isEmpty = true
    switch value.payload {
    case .array(let storage):
      for index in 0..<storage.count where leaves.count < limit {
        isEmpty = false
        collect(storage.element(index, origin: value.origin), path + [.index(index)], limit, &leaves)
      }
    case .object(let storage):
      for position in 0..<storage.count where leaves.count < limit {
        isEmpty = false
        let (key, member) = storage.member(at: position, origin: value.origin)
        collect(member, path + [.key(key)], limit, &leaves)
      }
    default: break
    }
    if isEmpty { leaves.append((JQPath(segments: path), value.source)) }
  }
}

extension UInt8 {
  /// Whether it stands in the name of a function.
  fileprivate var isNamePart: Bool {
    self == UInt8(ascii: "_") || self &- UInt8(ascii: "0") < 10 || (self | 0x20) &- UInt8(ascii: "a") < 26
  }
}

extension Value {
  fileprivate func part(_ segment: JQPath.Segment) -> Value? {
    switch (segment, payload) {
    case (.key(let name), .object(let storage)): return storage.member(name, origin: origin)
    case (.index(let index), .array(let storage)):
      guard index >= 0, index < storage.count else { return nil }
      return storage.element(index, origin: origin)
    default: return nil
    }
  }

  fileprivate var source: JQTrace.Source {
    guard let origin else { return kind >= .array ? .built : .literal }
    if case .computed(let name, let places) = origin.kind { return .computed(by: name, from: places.map(\.path)) }
    return .copied(origin.path)
  }
}

extension JQTrace.Source: CustomStringConvertible {
  /// `.items[0].id`, or `.items[*].price (add)`.
  public var description: String {
    switch self {
    case .copied(let path): path.description
    case .computed(let name, let paths): paths.map(\.description).joined(separator: ", ") + " (\(name))"
    case .built: "built by the filter"
    case .literal: "written in the filter"
    }
  }
}
