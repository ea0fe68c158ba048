package import ParleyEngine
package import ParleyModel
package import ParleyText

/// A change of a key in a line of a list. It holds no secret.
package struct SharedRow: Hashable, Sendable, Identifiable {
  package var key: SharedKey
  /// The number of the change.
  package var sequence: Int64
  /// Nil for a removal, and for what is locked.
  package var kind: SharedValue.Kind?
  /// The beginning of the value on one line; nil for a secret, a removal, and what cannot be read.
  package var preview: String?
  package var isSecret: Bool
  /// The reason why it cannot be read; nil if it can.
  package var problem: String?
  package var cipher: String?
  package var writer: String?
  package var at: Timestamp
  /// The time at which it expires; nil for never.
  package var expires: Timestamp?
  /// Whether it brought back an earlier value.
  package var isRestored: Bool
  /// Whether it removed the key.
  package var isRemoval = false
  /// Whether there is a value that nobody can see before its cipher is unlocked.
  package var isLocked = false
  /// Whether a team shares the key.
  package var isTeams: Bool { sequence > SharedEntry.teamBase }
  /// As many bytes as the value is kept in.
  package var size = 0
  /// The time at which the first token in its value expires; nil where none does, and for a secret.
  package var tokenExpires: Timestamp?
  /// The difference from the change before it, in words; nil where that is not known or may not be seen.
  package var change: String?

  package var id: Int64 { sequence }
}

/// A key with all that is known of it.
package struct SharedKeyDetail: Hashable, Sendable {
  /// Its last change.
  package var row: SharedRow
  /// Nil where nobody asked to see a secret, and where it cannot be read.
  package var value: SharedValue?
  /// The newest changes first.
  package var history: [SharedRow]
  /// The decoded value, if the value is encoded.
  package var decoded: DecodedValue?
  package var uses: [SharedPlace]

  package init(row: SharedRow, value: SharedValue?, history: [SharedRow], uses: [SharedPlace]) {
    self.row = row
    self.value = value
    self.history = history
    self.uses = uses
  }

  package var name: String { row.key.name }
}

/// A line of the tree of what uses a key, or of the keys that something uses.
package struct SharedPlace: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case reads, captures, sets
    /// A group that contains what stands above it.
    case contains
  }

  /// The newest time that it was sent or run.
  package struct Newest: Hashable, Sendable {
    /// Such as `run 12 · 200`; `sent last · 200` where nobody knows whether it used the key then.
    package var words: String
    package var at: Timestamp
    package var hasFailed: Bool

    package init(words: String, at: Timestamp, hasFailed: Bool) {
      (self.words, self.at, self.hasFailed) = (words, at, hasFailed)
    }
  }

  /// Nil for what stands in other files.
  package var request: RequestID?
  package var group: String?
  package var step: String?
  /// Relative to the workspace.
  package var file: String
  /// Counted from 1.
  package var line: Int
  package var kind: Kind
  /// In the tree, from 0.
  package var depth: Int
  package var newest: Newest?

  package init(
    request: RequestID?, group: String? = nil, step: String? = nil, file: String, line: Int, kind: Kind = .reads,
    depth: Int = 0, newest: Newest? = nil
  ) {
    self.request = request
    self.group = group
    self.step = step
    self.file = file
    self.line = line
    self.kind = kind
    self.depth = depth
    self.newest = newest
  }
}

/// The request or group whose keys are wanted.
package enum SharedUser: Hashable, Sendable {
  case request(RequestID)
  case group(String)

  package var name: String {
    switch self {
    case .request(let id): id.description
    case .group(let name): name
    }
  }
}

/// A key that a request or a group uses.
package struct UsedKey: Hashable, Sendable {
  package var key: String
  package var place: SharedPlace

  package init(_ key: String, _ place: SharedPlace) {
    (self.key, self.place) = (key, place)
  }
}

/// A cipher as it is offered.
package struct CipherSummary: Hashable, Sendable {
  package var name: String
  /// Such as `passphrase, locked`.
  package var note: String

  package init(_ name: String, note: String = "") {
    self.name = name
    self.note = note
  }
}

/// The intent to see or to change a key, with the answers given so far.
package struct SharedDataIntent: Hashable, Sendable {
  package enum Job: Hashable, Sendable {
    /// Shows the value until one leaves it.
    case reveal
    /// Into the clipboard, shown nowhere.
    case copy
    case edit
    case editOutside
    /// - ifStill: only when the key's last change is still this one.
    case set(SharedValue, ifStill: Int64)
    case create(SharedValue, NewSharedKey)
    case remove(ifStill: Int64)
    case undo
    case redo
    case rename(to: String)
    /// Says when it expires; nil is never. Its value stays.
    case expire(at: Timestamp?, ifStill: Int64)
    /// Sends the request that captures it.
    case renew
    /// One place of the JSON in it, or of what it stands for.
    case change(JSONChange, isDecoded: Bool)
    /// Brings back what it held since that change.
    case restore(Int64)
    /// The values since two changes, to be compared; nil is the last change.
    case compare(Int64, Int64?)
    /// Nil opens it.
    case bind(cipher: String?)
    /// Names a new cipher, whose key file is made, or whose passphrase is asked; then binds it.
    case declare(cipher: String, keyFile: String?)
  }

  package var key: String
  package var job: Job
  /// The answers typed into the form, by the name of the question. Held in memory only.
  package var answers: [String: String]

  package init(_ key: String, _ job: Job, answers: [String: String] = [:]) {
    self.key = key
    self.job = job
    self.answers = answers
  }
}

/// A key that is to be made. What is nil is as the files say.
package struct NewSharedKey: Hashable, Sendable, Codable {
  package enum Cipher: Hashable, Sendable, Codable {
    case open
    case named(String)
  }

  package var name: String
  package var kind: SharedValue.Kind
  package var cipher: Cipher?
  package var scope: SharedRule.Scope?

  package init(_ name: String, kind: SharedValue.Kind, cipher: Cipher? = nil, scope: SharedRule.Scope? = nil) {
    self.name = name
    self.kind = kind
    self.cipher = cipher
    self.scope = scope
  }
}

package enum SharedDataOutcome: Hashable, Sendable {
  /// The key as it is now, with its value where the order was about that; nil when it is not there any more.
  case done(SharedKeyDetail?)
  case asks([Question])
  case compared(SharedMoments)
  /// To undo or to redo it, the key gets this name.
  case renames(to: String)
  /// Somebody else wrote meanwhile: what is there now, with its value, and the number of that change; nil when it was removed.
  case conflict(SharedKeyDetail?, sequence: Int64)
}

/// A key at two moments, the older one first.
package struct SharedMoments: Hashable, Sendable {
  package struct Moment: Hashable, Sendable {
    package var row: SharedRow
    /// Nil for a removal.
    package var value: SharedValue?

    package init(row: SharedRow, value: SharedValue?) {
      self.row = row
      self.value = value
    }
  }

  package var older: Moment
  package var newer: Moment

  package init(older: Moment, newer: Moment) {
    self.older = older
    self.newer = newer
  }
}
