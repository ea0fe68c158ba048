// Steps and groups as a person fills them in, key by key.
extension NodeDefinition {
  package static func help(of key: String) -> KeyHelp? { form.help(of: key) }

  /// The value under a key as text, if it is a word or a line; empty if the key is absent.
  package func words(under key: String) -> String { Self.form.words(under: key, in: self) }

  package mutating func say(_ words: String, under key: String) throws(WordsMistake) {
    try Self.form.say(words, under: key, in: &self)
  }
}

extension GroupDefinition {
  package static func help(of key: String) -> KeyHelp? { form.help(of: key) }

  package func words(under key: String) -> String { Self.form.words(under: key, in: self) }

  package mutating func say(_ words: String, under key: String) throws(WordsMistake) {
    try Self.form.say(words, under: key, in: &self)
  }
}

extension RetryDefinition {
  package static func help(of key: String) -> KeyHelp? { form.help(of: key) }

  package func words(under key: String) -> String { Self.form.words(under: key, in: self) }

  package mutating func say(_ words: String, under key: String) throws(WordsMistake) {
    try Self.form.say(words, under: key, in: &self)
  }
}

extension ElementFile {
  package static func help(of key: String) -> KeyHelp? { form.help(of: key) }

  /// The file at a path.
  package init(saying path: String) throws(WordsMistake) {
    self.init()
    try Self.form.say(path, under: "file", in: &self)
  }
}
