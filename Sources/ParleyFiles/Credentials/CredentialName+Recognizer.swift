package import ParleyEngine
internal import ParleyText

extension CredentialName {
  /// Says of a member of a response whether it is a credential: by its name, unless its text only stands for one.
  package static let recognizer: KnownSecrets.Recognizer = { name, text in
    isCredential(name) && !CredentialFinder.find(in: text, .credential(name), .ofOthers(knowing: Secrets())).isEmpty
  }
}
