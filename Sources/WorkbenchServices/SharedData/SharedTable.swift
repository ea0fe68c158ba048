package import ParleyEngine

/// A key on a side.
package struct SharedPlaceOfKey: Hashable, Sendable {
  package var name: String
  package var side: SharedSide

  package init(_ name: String, on side: SharedSide) {
    (self.name, self.side) = (name, side)
  }
}

/// Two values that a person wants to see over each other.
package struct SharedValuesIntent: Hashable, Sendable {
  package var left, right: SharedPlaceOfKey
  /// The answers given before, by the names of the questions.
  package var answers: [String: String] = [:]

  package init(_ left: SharedPlaceOfKey, _ right: SharedPlaceOfKey) {
    (self.left, self.right) = (left, right)
  }
}

package enum SharedValuesOutcome: Sendable {
  case compared(ComparedParts.Pair)
  /// The questions to answer before they are unlocked.
  case asks([Question])
}

/// Keys of two sides beside each other, or one key of several environments.
package struct SharedTable: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    /// Of the key, or of the environment.
    package var name: String
    package var kind: SharedDifference.Kind
    /// Nil where it is not there.
    package var left, right: SharedRow?
    /// The two values that `Enter` compares.
    package var places: [SharedPlaceOfKey]

    package init(
      _ name: String, _ kind: SharedDifference.Kind, _ left: SharedRow?, _ right: SharedRow?,
      places: [SharedPlaceOfKey]
    ) {
      (self.name, self.kind, self.left, self.right, self.places) = (name, kind, left, right, places)
    }
  }

  package var title: String
  /// The titles of the two sides.
  package var left, right: String
  package var rows: [Row]

  package init(_ title: String, left: String, right: String, rows: [Row]) {
    (self.title, self.left, self.right, self.rows) = (title, left, right, rows)
  }

  package var differences: Int { rows.count { $0.kind != .same } }
}
