package import ParleyEngine

/// The secrets of a filter's input: by place, and texts in which a known secret stands.
package struct JQSecrets: Sendable {
  /// Of the input.
  package var input: SecretParts
  /// Of the variables, by their names without `$`.
  package var variables: [String: SecretParts]
  /// Those that are looked for in texts.
  package var known: Secrets

  package init(input: SecretParts = .none, variables: [String: SecretParts] = [:], known: Secrets = Secrets()) {
    (self.input, self.variables, self.known) = (input, variables, known)
  }
}

/// The secrets of a filter's output.
struct OutputSecrets {
  /// More texts are not worth to be looked for.
  private static let mostDerived = 200

  private(set) var parts = SecretParts()
  private(set) var derived: [String] = []
  /// Names of members that were made of secrets, and are looked for.
  private(set) var names: [String] = []

  /// - Parameter tracking: of the evaluation that gave the value.
  init(of value: Value, _ tracking: SecretTracking) {
    collect(value, .root, tracking)
  }

  private mutating func collect(_ value: Value, _ path: ValuePath, _ tracking: SecretTracking) {
    if value.kind <= .true { return }
    if let marks = value.origin?.marks {
      if marks.isWhole {
        parts.insert(path)
        if value.origin?.isComputed == true { note(value) }
        return
      }
      if value.isCopied { return parts.insert(marks.all, at: path) }
    }
    switch value.payload {
    case .array(let storage) where !storage.isForeign:
      for (index, element) in storage.own.enumerated() {
        collect(element.inheriting(value.origin), path.appending(.index(index)), tracking)
      }
    case .object(let storage) where !storage.isForeign: collect(storage, of: value, path, tracking)
    case .string(let text) where tracking.keys.contains(text): parts.insert(path)
    default: break
    }
  }

  private mutating func collect(
    _ storage: ObjectStorage, of value: Value, _ path: ValuePath, _ tracking: SecretTracking
  ) {
    for position in 0..<storage.count {
      let (key, member) = storage.member(at: position, origin: value.origin)
      if tracking.keys.contains(key) {
        note(name: key)
        // A short name cannot be looked for, and a mask for it would take the place of another.
        if key.utf8.count < Secrets.shortestSought { parts.insert(path) }
      }
      collect(member, path.appending(.key(key)), tracking)
    }
  }

  /// The texts of a value that was made of a secret.
  private mutating func note(_ value: Value) {
    if let origin = value.origin, origin.marks == nil { return }
    switch value.payload {
    case .null, .bool: break
    case .string(let text): note(text)
    case .number, .literal: note(value.scalarText)
    case .array(let storage):
      for index in 0..<storage.count where derived.count < Self.mostDerived {
        note(storage.element(index, origin: nil))
      }
    case .object(let storage):
      for position in 0..<storage.count where derived.count < Self.mostDerived {
        note(storage.member(at: position, origin: nil).value)
      }
    }
  }

  private mutating func note(name: String) {
    note(name)
    if name.utf8.count >= Secrets.shortestSought, names.count < Self.mostDerived { names.append(name) }
  }

  private mutating func note(_ text: String) {
    if text.utf8.count >= Secrets.shortestSought, derived.count < Self.mostDerived { derived.append(text) }
  }
}

extension Value {
  /// Whether it is the input's own, with all that is in it.
  fileprivate var isCopied: Bool {
    switch payload {
    case .array(let storage): storage.isForeign
    case .object(let storage): storage.isForeign
    case .null, .bool, .number, .literal, .string: true
    }
  }
}

extension Machine {
  /// The secret parts of an output; nil where nothing was secret in the input.
  func secrets(in value: Value) throws(Interrupt) -> OutputSecrets? {
    guard let secrets else { return nil }
    return try withRoom(for: value.depth) { () throws(Interrupt) in OutputSecrets(of: value, secrets) }
  }
}
