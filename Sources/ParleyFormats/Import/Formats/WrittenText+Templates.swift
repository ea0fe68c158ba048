import ParleyText

extension WrittenText {
  /// The characters of a URL, behind its host, that are sent encoded; each once.
  static func encodedCharacters(in url: String, _ templates: ImportedTemplates) -> [Character] {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let path = url[start...].drop { $0 != "/" && $0 != "?" }
    var found: [Character] = []
    for case .literal(let text) in templates.segments(of: String(path)) {
      for character in text where !found.contains(character) && character.utf8.contains(where: isEncoded) {
        found.append(character)
      }
    }
    return found
  }
}
