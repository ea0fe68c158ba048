internal import ParleyText

/// The parsed arguments of a curl command, each kind in the order given.
struct CurlArguments {
  enum Data: Equatable {
    case text(String)
    case json(String)
    /// `--data-urlencode`, which encodes what stands behind the first `=`.
    case encoded(String)
    /// Read from a file, which stays where it is.
    case file(String)
  }

  /// `--form` and `--form-string`.
  struct FormField: Equatable {
    let text: String
    /// `@` and `<` in front mean themselves.
    let isLiteral: Bool
  }

  enum UserScheme {
    case basic, digest
    /// `provider1[:provider2[:region[:service]]]`
    case awsSigV4(String)
  }

  var paths = ImportedPaths()
  var urls: [String] = []
  var method: String?
  var headers: [String] = []
  var data: [Data] = []
  var fields: [FormField] = []
  /// `--upload-file`
  var upload: String?
  var user: String?
  var userScheme = UserScheme.basic
  var bearer: String?
  var cookie: String?
  var agent: String?
  var referer: String?
  var seconds: Double?
  var redirects: Int?
  var retries: Int?
  var retryDelay: Double?
  var options = OptionsDefinition()
  var certificate: String?
  var certificateKey: String?
  /// Of the certificate.
  var passphrase: String?
  var proxy: String?
  var isHead = false
  var sendsDataAsQuery = false
  var notes: [String] = []

  package mutating func read(_ words: ArraySlice<String>) throws(CurlCommandError) {
    var words = words
    while let word = words.popFirst() {
      if word.hasPrefix("--"), word.count > 2 {
        try readLong(word, &words)
      } else if word.hasPrefix("-"), word.count > 1, word != "--" {
        try readShort(word.dropFirst(), &words)
      } else if word != "--" {
        urls.append(word)
      }
    }
  }

  private mutating func readLong(_ word: String, _ words: inout ArraySlice<String>) throws(CurlCommandError) {
    guard let option = CurlOption.long[String(word.dropFirst(2))] else {
      return notes.append("\(Printable.quoted(word)) is not supported and was left out.")
    }
    try apply(option, named: word, attached: nil, &words)
  }

  /// Short options may stand together, the last with its value: `-sXPOST`.
  private mutating func readShort(
    _ letters: Substring, _ words: inout ArraySlice<String>
  ) throws(CurlCommandError) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = CurlOption.short[letter] else {
        notes.append("\(Printable.quoted("-\(letter)")) is not supported and was left out.")
        continue
      }
      let attached = option.takesValue && !letters.isEmpty ? String(letters) : nil
      try apply(option, named: "-\(letter)", attached: attached, &words)
      if attached != nil { return }
    }
  }

  private mutating func apply(
    _ option: CurlOption, named name: String, attached: String?, _ words: inout ArraySlice<String>
  ) throws(CurlCommandError) {
    switch option.effect {
    case .flag(let apply): apply(&self)
    case .value(let apply):
      guard let value = attached ?? words.popFirst() else { throw .missingValue(option: name) }
      apply(&self, value)
    case .ignored: break
    case .ignoredValue: if attached == nil { words = words.dropFirst() }
    case .refused(let takesValue, let reason):
      if takesValue, attached == nil { words = words.dropFirst() }
      notes.append("\(name) was left out: \(reason).")
    }
  }
}
