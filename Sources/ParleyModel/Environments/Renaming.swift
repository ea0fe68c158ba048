/// The old and the new name of a variable or a shared key.
package struct Renaming: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case variable, sharedKey }

  package var kind: Kind
  package var old: String
  package var new: String

  package init(_ kind: Kind, _ old: String, to new: String) {
    (self.kind, self.old, self.new) = (kind, old, new)
  }

  package var reversed: Renaming { Renaming(kind, new, to: old) }
}
