extension Diagnostic {
  /// The kind of mistake. The text is stable: scripts may rely on it.
  package struct Code: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }
}

// Text that is not YAML, or YAML that is not ours.
extension Diagnostic.Code {
  static let notUTF8 = Self("not-utf8")
  static let controlCharacter = Self("control-character")
  static let tooLarge = Self("too-large")
  static let tooDeep = Self("too-deep")
  static let syntax = Self("syntax")
  static let alias = Self("alias")
  static let anchor = Self("anchor")
  static let tag = Self("tag")
  static let severalDocuments = Self("several-documents")
  static let duplicateKey = Self("duplicate-key")
  static let keyIsNoText = Self("key-is-no-text")
}

// Keys and values.
extension Diagnostic.Code {
  static let unknownKey = Self("unknown-key")
  static let formerKey = Self("former-key")
  static let missingKey = Self("missing-key")
  static let wrongType = Self("wrong-type")
  static let wrongValue = Self("wrong-value")
  static let conflict = Self("conflict")
}

// Files.
extension Diagnostic.Code {
  static let unreadableFile = Self("unreadable-file")
  static let fileName = Self("file-name")
  static let symbolicLink = Self("symbolic-link")
}

// What does not fit together.
extension Diagnostic.Code {
  static let unknownServer = Self("unknown-server")
  static let noServer = Self("no-server")
}

// Filters.
extension Diagnostic.Code {
  static let filter = Self("filter")
}

// Groups.
extension Diagnostic.Code {
  static let duplicateStep = Self("duplicate-step")
  static let circularGroup = Self("circular-group")
}

// Templates.
extension Diagnostic.Code {
  static let template = Self("template")
  static let unknownName = Self("unknown-name")
  static let circularName = Self("circular-name")
  static let invalidJSON = Self("invalid-json")
}
