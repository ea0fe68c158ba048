/// The names of properties in snake case, and back. Underscores at either end stay.
enum SnakeCase {
  /// `imageURLPath` is `image_url_path`.
  static func snake(_ name: String) -> String {
    let letters = Array(name)
    var text = ""
    for (index, letter) in letters.enumerated() {
      if letter.isUppercase, index > 0, letters[index - 1] != "_" {
        let followsLower = !letters[index - 1].isUppercase
        let beginsWord = index + 1 < letters.count && letters[index + 1].isLowercase
        if followsLower || beginsWord { text += "_" }
      }
      text += letter.lowercased()
    }
    return text
  }

  /// `image_url_path` is `imageUrlPath`.
  static func camel(_ name: String) -> String {
    let head = name.prefix { $0 == "_" }
    guard head.count < name.count else { return name }
    let tail = name.reversed().prefix { $0 == "_" }
    let words = name.dropFirst(head.count).dropLast(tail.count).split(separator: "_")
    guard let first = words.first, words.count > 1 else { return name }
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return head + first + rest.joined() + String(tail)
  }
}
