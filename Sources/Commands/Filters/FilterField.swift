import ParleyText

/// The fields of the filters that commands take as words.
package enum FilterField {
  private static let vocabularies: [String: FilterVocabulary] = [
    "history list": .history, "history search": .history, "cache list": .cache, "cache clear": .cache,
    "shared list": .shared,
  ]

  /// The words to type in place of an option that has the name of a field; nil where there is no such field.
  /// - Parameters:
  ///   - option: with its dashes.
  ///   - command: its words, such as `history list`.
  package static func advice(forOption option: String, of command: String) -> String? {
    let name = option.drop { $0 == "-" }
    guard option.hasPrefix("--"), let vocabulary = vocabularies[command], vocabulary.knows(name) else { return nil }
    return "It is a field among the words: `parley \(command) \(name):\(example(of: String(name)))`."
  }

  private static func example(of field: String) -> String {
    switch field {
    case "status", "ms": "500"
    case "method": "POST"
    case "since", "age": "1h"
    case "until": "1d"
    case "expires": "never"
    case "type": "json"
    case "is": "edited"
    case "bytes": "1000"
    case "size": "10k"
    case "hits": "0"
    case "url": "/items"
    case "host", "origin": "example.com"
    default: "NAME"
    }
  }
}
