internal import ParleyEngine
import ParleyText

/// Names for what is imported: readable, possible as names of files or variables, and each used once.
package struct ImportNames {
  /// As file systems that fold case see them.
  private var taken: Set<String>
  /// From which number on one may be free, by name.
  private var next: [String: Int] = [:]
  private static let longest = 80

  package init(taken: some Sequence<String> = []) {
    self.taken = Set(taken.map { $0.lowercased() })
  }

  /// The name itself, or with the first number behind it that is free.
  package mutating func free(_ name: String) -> String {
    let folded = name.lowercased()
    if taken.insert(folded).inserted { return name }
    var number = next[folded] ?? 2
    while !taken.insert("\(folded)-\(number)").inserted { number += 1 }
    next[folded] = number + 1
    return "\(name)-\(number)"
  }

  /// Whether a name is another one with a number behind it, as `free` gives them.
  package static func isNumbered(_ text: String, _ name: String) -> Bool {
    guard text.hasPrefix(name + "-") else { return false }
    let number = text.utf8.dropFirst(name.utf8.count + 1)
    return !number.isEmpty && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// A name of a file: words in lower case with hyphens between, as in `list-pets` from `listPets` or `List pets!`.
  package static func slug(_ text: String, or standard: String) -> String {
    let name = folder(text, or: standard)
    // `folder.yaml` is what a folder's requests share.
    return name == "folder" ? "folder-request" : name
  }

  /// A name of a folder, in the same form.
  package static func folder(_ text: String, or standard: String) -> String {
    var words: [String] = []
    var word = ""
    var last: Character?
    for character in text {
      let begins = character.isUppercase && last.map { $0.isLowercase || $0.isNumber } == true
      if begins || !isWordPart(character) {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isWordPart(character) { word += character.lowercased() }
      last = character
    }
    if !word.isEmpty { words.append(word) }
    let name = String(words.joined(separator: "-").prefix(longest)).trimmingHyphens
    return name.isEmpty ? standard : name
  }

  /// A name for a request, by the last word of its path: `post-orders` of `POST /v1/orders/17`.
  package static func request(at url: String, method: String) -> String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let path = url[start...].prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst()
    let word = path.last { part in part.count <= 32 && part.allSatisfy { !$0.isNumber } }
    return slug("\(method.lowercased()) \(word ?? "root")", or: "request")
  }

  /// A path of folders, each part a name.
  package static func path(_ parts: [String], or standard: String) -> String {
    parts.map { folder($0, or: standard) }.joined(separator: "/")
  }

  private static func isWordPart(_ character: Character) -> Bool {
    (character.isLetter || character.isNumber || character == "_")
      && character.unicodeScalars.allSatisfy { !Printable.isUnsafe($0) }
  }
}

extension String {
  fileprivate var trimmingHyphens: String {
    String(drop { $0 == "-" }.reversed().drop { $0 == "-" }.reversed())
  }
}
