/// Keys pressed one after the other, written with blanks between them: `g g`, `Ctrl-S`.
public struct KeySequence: Hashable, Sendable {
  public let keys: [Key]

  public init(_ keys: [Key]) {
    self.keys = keys
  }

  public init(_ text: String) throws(KeyNameError) {
    let names = text.split(separator: " ")
    guard !names.isEmpty else { throw KeyNameError(name: text) }
    var keys: [Key] = []
    for name in names { keys.append(try Key(name: String(name))) }
    self.keys = keys
  }

  public var name: String { keys.map(\.name).joined(separator: " ") }
  public var label: String { keys.map(\.label).joined(separator: " ") }
}

extension KeySequence: CustomStringConvertible {
  public var description: String { name }
}
