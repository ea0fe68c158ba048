internal import ParleyEngine
package import ParleyModel
internal import ParleyText

/// One cipher under `ciphers` in `parley.yaml`: AES-256-GCM with a key that a passphrase or a key file unlocks.
package struct CipherDefinition: Sendable, Equatable {
  package var name: Located<String>
  /// The source of its passphrase.
  package var passphrase: SecretSource?
  /// The path of its key file; from the workspace, unless it begins with `/` or `~/`.
  package var keyFile: Located<String>?

  package init(name: Located<String>, passphrase: SecretSource? = nil, keyFile: Located<String>? = nil) {
    self.name = name
    self.passphrase = passphrase
    self.keyFile = keyFile
  }

  /// Ciphers that are always there: one that packs, and one that seals with the machine's key and needs no passphrase.
  package static let gzip = "gzip"
  package static let machine = SharedData.secretCipher
  /// No cipher, at the word of a person: not even for what is a secret by where it came from.
  package static let none = "none"
  package static let builtIn = [gzip, machine, none]
  /// Hides the value of a key of the team's; that key seals it like all the others. There where the workspace has a team.
  package static let team = "team"
}

extension CipherDefinition {
  private static let form = Form(
    "a cipher", isChoice: true, isFlow: true, make: { CipherDefinition(name: "") },
    keys: [
      .init("passphrase", \.passphrase, SecretSource.reader, "Where its passphrase comes from."),
      .init("keyFile", \.keyFile, .filled("the path of a key file"), "Its key file, created with `parley key new`."),
    ])

  static let listReader = Reader<[CipherDefinition]>(
    "a map of ciphers by name", .map(.object(form.schema), keys: Variable.namePattern), write: { written($0) }
  ) { node, decoding in
    guard let entries = node.isAbsent ? [] : node.entries else {
      return decoding.mismatch(node, expected: "a map of ciphers by name")
    }
    return entries.compactMap { read($0, &decoding) }
  }

  private static func read(_ entry: YAMLEntry, _ decoding: inout Decoding) -> CipherDefinition? {
    guard Variable.isName(entry.key.value), !builtIn.contains(entry.key.value) else {
      if let place = entry.key.place {
        let problem = "\(Printable.quoted(entry.key.value)) cannot name a cipher"
        decoding.note(
          Diagnostic(
            .wrongValue, at: place, problem,
            hint: "use letters and digits; \(builtIn.joined(separator: ", ")) are built in"))
      }
      return nil
    }
    guard var cipher = form.read(entry.value, &decoding) else { return nil }
    cipher.name = entry.key
    return cipher
  }

  private static func written(_ definitions: [CipherDefinition]) -> EncodedValue? {
    let entries = definitions.map { EncodedValue.Entry($0.name.value, form.written($0)) }
    return EncodedValue.map(entries, isFlow: false).unlessEmpty
  }
}
