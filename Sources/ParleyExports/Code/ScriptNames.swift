import ParleyModel

/// Names of a program's values: words with `_` between, each used once whatever a language makes of them.
struct ScriptNames {
  private var taken: Set<String>

  /// - Parameter words: that no value may be called.
  init(without words: [String]) { taken = Set(words.map(Self.folded)) }

  private static func folded(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }

  package mutating func free(_ text: String) -> String {
    let words = ImportNames.slug(text, or: "value").split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    let stem = words.joined(separator: "_")
    let name = stem.first.map(\.isLetter) == true ? stem : "value_\(stem)"
    var candidate = name
    var number = 2
    while !taken.insert(Self.folded(candidate)).inserted {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }

  /// As languages with capitals between words write it: `cartID` is for nobody, `cartId` is for all.
  static func camel(_ name: String) -> String {
    let words = name.split(separator: "_")
    guard let first = words.first else { return name }
    return first.lowercased() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// As the environment of a system writes it.
  static func capitals(_ name: String) -> String { name.uppercased() }
}
