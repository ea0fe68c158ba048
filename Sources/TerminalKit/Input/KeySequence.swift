/// Keys pressed one after the other, written with blanks between them: `g g`, `Ctrl-S`.
package struct KeySequence: Hashable, Sendable {
  package let keys: [Key]

  package init(_ keys: [Key]) {
    self.keys = keys
  }

  package init(_ text: String) throws(KeyNameError) {
    let names = text.split(separator: " ")
    guard !names.isEmpty else { throw KeyNameError(name: text) }
    var keys: [Key] = []
    for name in names { keys.append(try Key(name: String(name))) }
    self.keys = keys
  }

  package var name: String { keys.map(\.name).joined(separator: " ") }
  package var label: String { keys.map(\.label).joined(separator: " ") }
}

extension KeySequence: CustomStringConvertible {
  package var description: String { name }
}
