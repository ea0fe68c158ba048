internal import ParleyEngine
internal import ParleyText

/// The parsed arguments of a curl command, each kind in the order given.
package struct CurlArguments {
  package enum Data: Equatable {
    case text(String)
    /// `--data-urlencode`, which encodes what stands behind the first `=`.
    case encoded(String)
    /// Read from a file, which stays where it is.
    /// - keepsLines: whether line breaks are sent, too.
    case file(String, keepsLines: Bool)
  }

  /// `--form` and `--form-string`.
  package struct FormField: Equatable {
    package let text: String
    /// `@` and `<` in front mean themselves.
    package let isLiteral: Bool
  }

  package enum UserScheme {
    case basic, digest
    /// `provider1[:provider2[:region[:service]]]`
    case awsSigV4(String)
  }

  package var paths = ImportedPaths()
  /// The command's standard input; nil where nothing is known of it.
  package var input: String?
  package var urls: [String] = []
  package var method: String?
  package var headers: [String] = []
  package var data: [Data] = []
  /// `--json` was given.
  package var isJSON = false
  /// The indices of data by `--json`, which are put behind the others without a `&`.
  package var joined: Set<Int> = []
  package var fields: [FormField] = []
  /// `--upload-file`, each for the URL in the same place.
  package var uploads: [String] = []
  /// The one of this transfer.
  package var upload: String?
  package var user: String?
  package var userScheme = UserScheme.basic
  package var bearer: String?
  package var cookies: [String] = []
  package var agent: String?
  package var referer: String?
  package var range: String?
  package var urlQuery: [String] = []
  package var seconds: Double?
  /// Whether it follows redirects; `redirects` says how many then.
  package var followsRedirects = false
  package var redirects: Int?
  package var retries: Int?
  package var retryDelay: Double?
  package var options = OptionsDefinition()
  package var certificate: String?
  package var certificateKey: String?
  /// Of the certificate.
  package var passphrase: String?
  package var proxy: String?
  package var proxyUser: String?
  var configs: [String] = []
  package var isHead = false
  package var sendsDataAsQuery = false
  /// Whether `{a,b}` and `[1-3]` in a URL stand for several.
  package var expandsURLs = true
  /// Whether `.` and `..` in the path are sent.
  package var keepsDots = false
  package var notes: [String] = []

  package init(paths: ImportedPaths = ImportedPaths(), input: String? = nil) {
    self.paths = paths
    self.input = input
  }

  /// The arguments of each of the transfers between `--next`.
  package static func transfers(_ words: ArraySlice<String>) -> [ArraySlice<String>] {
    words.split { $0 == "--next" || $0 == "-:" }
  }

  /// The option whose value is the next word, by its first name: `header` for `-H` and for `-sH`.
  package static func optionWithValue(_ word: String) -> String? {
    if word.hasPrefix("--") {
      return CurlOption.long(String(word.dropFirst(2))).flatMap { $0.takesValue ? $0.names.first : nil }
    }
    guard word.hasPrefix("-"), word.count > 1 else { return nil }
    let letters = word.dropFirst()
    guard let index = letters.firstIndex(where: { CurlOption.short[$0]?.takesValue == true }),
      letters.index(after: index) == letters.endIndex
    else { return nil }
    return CurlOption.short[letters[index]]?.names.first
  }

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
      // In their place: options behind it win.
      if !configs.isEmpty { try readConfigs() }
    }
  }

  private mutating func readLong(_ word: String, _ words: inout ArraySlice<String>) throws(CurlCommandError) {
    let name = String(word.dropFirst(2))
    if let option = CurlOption.long(name) { return try apply(option, named: word, attached: nil, &words) }
    // Any flag can be taken back.
    if name.hasPrefix("no-"), let option = CurlOption.long(String(name.dropFirst(3))), !option.takesValue {
      return readOff(option, word)
    }
    notes.append("\(Printable.quoted(word)) is not supported and was left out.")
  }

  private mutating func readOff(_ option: CurlOption, _ word: String) {
    if option.names.contains("location") {
      followsRedirects = false
      redirects = 0
    } else if case .flag = option.effect {
      notes.append("\(word) was left out: only what is switched on is read.")
    }
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

  private static let mostConfigs = 16

  /// Files of options, which may name others, and themselves.
  private mutating func readConfigs() throws(CurlCommandError) {
    var count = 0
    configs.reverse()
    while let name = configs.popLast(), count < Self.mostConfigs {
      count += 1
      let text = name == "-" ? input : paths.text(of: name)
      guard let text else {
        notes.append("The options in the file \(Printable.quoted(name)) were left out: it cannot be read.")
        continue
      }
      let words = CurlConfig.words(of: text)
      let others = configs
      configs = []
      var more = words[...]
      while let word = more.popFirst() {
        if word.hasPrefix("--") { try readLong(word, &more) } else { try readShort(word.dropFirst(), &more) }
      }
      configs = others + configs.reversed()
    }
  }
}

/// A file of options, as `--config` reads it: an option on each line, its value behind a blank, `=` or `:`.
enum CurlConfig {
  static func words(of text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
      .flatMap(words(ofLine:))
  }

  private static func words(ofLine line: String) -> [String] {
    let name = line.prefix { !$0.isWhitespace && $0 != "=" && $0 != ":" }
    let rest = line[name.endIndex...].drop { $0.isWhitespace || $0 == "=" || $0 == ":" }
    let option = name.hasPrefix("-") ? String(name) : "--\(name)"
    return rest.isEmpty ? [option] : [option, value(String(rest))]
  }

  private static func value(_ text: String) -> String {
    guard text.hasPrefix("\"") else { return text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "" }
    var (result, rest) = ("", text.dropFirst())
    while let character = rest.popFirst(), character != "\"" {
      guard character == "\\", let next = rest.popFirst() else {
        result.append(character)
        continue
      }
      result += ["n": "\n", "t": "\t", "r": "\r", "v": "\u{0B}"][next] ?? String(next)
    }
    return result
  }
}
