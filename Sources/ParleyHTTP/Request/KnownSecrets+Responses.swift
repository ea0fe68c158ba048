// What is secret in a response, by where it stands.

extension KnownSecrets {
  /// A longer body is no response to a login.
  private static let longestLogin = 1 << 20

  /// The credentials in the response to a request that carried a secret, which are masked wherever they come back.
  func credentials(in response: Response) -> Secrets {
    guard let recognizer, response.body.count <= Self.longestLogin, response.mayBeJSON,
      let value = response.bodyValue(upTo: Self.longestLogin)
    else { return Secrets() }
    let parts = SecretParts(credentialsOf: value, by: recognizer)
    return parts.isEmpty ? Secrets() : Secrets(parts.texts(in: value).filter(\.isLookedFor))
  }

  /// The secrets in the value that a step reads from its response: the captured ones, and credentials by their names.
  /// - Parameter root: the place of the value in the body.
  package func parts(of value: JSONValue?, in response: Response, at root: ValuePath) -> SecretParts {
    guard let value else { return .none }
    var parts = recognizer.map { SecretParts(credentialsOf: value, named: root.lastName, by: $0) } ?? .none
    for path in response.capturedPaths {
      if root.segments.starts(with: path.segments) { return .whole }
      guard path.segments.starts(with: root.segments) else { continue }
      parts.insert(ValuePath(Array(path.segments.dropFirst(root.segments.count))).counted(in: value))
    }
    return parts
  }

  /// Whether a secret that is looked for stands in a value.
  package func stand(in value: JSONValue) -> Bool {
    let all = all
    return !all.isEmpty && all.maskingForeign(value) != value
  }
}

extension SecretParts {
  /// The texts and numbers that are credentials by their names.
  /// - Parameter name: of the value itself, if it has one.
  package init(credentialsOf value: JSONValue, named name: String? = nil, by recognizer: KnownSecrets.Recognizer) {
    self.init()
    collect(value, .root, name, recognizer)
  }

  private mutating func collect(
    _ value: JSONValue, _ path: ValuePath, _ name: String?, _ recognizer: KnownSecrets.Recognizer
  ) {
    switch value {
    case .object(let members):
      for (key, member) in members { collect(member, path.appending(.key(key)), key, recognizer) }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        collect(element, path.appending(.index(index)), name, recognizer)
      }
    case .string(let text): if !text.isEmpty, recognizer(name ?? "", text) { insert(path) }
    case .number: if recognizer(name ?? "", JSONPrinter.compact.string(of: value)) { insert(path) }
    case .null, .bool: break
    }
  }
}

extension Response {
  /// Whether its first byte that is no blank begins an object or an array.
  fileprivate var mayBeJSON: Bool {
    guard let start = try? textBody.read(at: 0, count: 64) else { return false }
    let first = start.first { $0 > UInt8(ascii: " ") }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}

extension ValuePath {
  /// The last name on the way.
  fileprivate var lastName: String? {
    segments.reversed().lazy.compactMap { if case .key(let name) = $0 { name } else { nil } }.first
  }

  /// With indices that count from the front.
  package func counted(in value: JSONValue) -> ValuePath {
    var (current, counted) = (Optional(value), ValuePath.root)
    for segment in segments {
      guard case .index(let index) = segment else {
        if case .key(let name) = segment { current = current?[name] }
        counted = counted.appending(segment)
        continue
      }
      let elements = current?.array ?? []
      let place = index < 0 ? index + elements.count : index
      current = elements.indices.contains(place) ? elements[place] : nil
      counted = counted.appending(.index(place))
    }
    return counted
  }
}
