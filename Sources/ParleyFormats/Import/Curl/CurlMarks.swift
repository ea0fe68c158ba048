internal import ParleyFiles
import ParleyText

/// Decides which variables in a command's words stay variables, and which are replaced by what the script sets them to:
/// those that curl reads the structure of a request from. One whose value nobody knows stays where a template can stand.
struct CurlMarks {
  struct Settled {
    var words: [String] = []
    var notes: [String] = []
  }

  private let assigned: [String: String]

  init(_ assigned: [String: String]) { self.assigned = assigned }

  func settled(_ command: ShellCommand) -> Settled {
    guard command.words.contains(where: { ShellMark.isIn($0) }) else { return Settled(words: command.words) }
    var (settled, option) = (Settled(), String?.none)
    let uploads = command.words.contains { CurlArguments.optionWithValue($0) == "upload-file" }
    for word in command.words {
      let before = option
      option = before == nil ? CurlArguments.optionWithValue(word) : nil
      guard ShellMark.isIn(word) else {
        settled.words.append(word)
        continue
      }
      let whole = resolved(word)
      guard !keeps(word, whole, behind: before, uploads: uploads) else {
        settled.words.append(word)
        continue
      }
      if let before, ShellMark.isIn(whole), !Self.fillable.contains(before) {
        settled.words.removeLast()
        settled.notes.append(
          "--\(before) \(Printable.quoted(ShellMark.readable(whole))) was left out: its value is not known.")
      } else {
        // A value may be an option of its own.
        option = before == nil ? CurlArguments.optionWithValue(whole) : nil
        settled.words.append(whole)
      }
    }
    return settled
  }

  /// With the values of what the script sets, which may hold others.
  func resolved(_ text: String) -> String {
    var (text, count) = (text, 0)
    while ShellMark.isIn(text), count < Self.deepest {
      let next = ImportedTemplates(.shell).segments(of: text).map { piece in
        switch piece {
        case .literal(let text): text
        case .template(let whole, let inner): assigned[inner] ?? whole
        }
      }.joined()
      if next == text { break }
      (text, count) = (next, count + 1)
    }
    return text
  }

  private static let deepest = 8

  /// Options whose values may have templates in them.
  private static let fillable: Set<String> = [
    "header", "data", "data-binary", "data-raw", "data-urlencode", "json", "user", "form", "form-string", "upload-file",
    "oauth2-bearer", "cookie", "user-agent", "referer", "url", "url-query", "range", "proxy", "proxy-user", "pass",
  ]

  private func keeps(_ word: String, _ whole: String, behind option: String?, uploads: Bool) -> Bool {
    let start = word[..<(word.firstRange(of: ShellMark.open)?.lowerBound ?? word.endIndex)]
    switch option {
    case "header": return start.contains(":") && !values(in: word).contains { $0.contains(where: \.isNewline) }
    case "data", "data-binary", "json": return !whole.hasPrefix("@")
    case "data-raw", "user-agent", "oauth2-bearer": return true
    case "data-urlencode": return start.contains("=") && values(in: word).allSatisfy(Self.isPlain)
    case "form":
      guard start.contains("="), let content = whole.split(separator: "=", maxSplits: 1).last?.first else {
        return false
      }
      return !"@<(\"".contains(content)
        && !values(in: word).contains { $0.contains { ";\"".contains($0) } }
    case "form-string", "cookie": return start.contains("=")
    case "user": return start.contains(":") || !values(in: word).contains { $0.contains(":") }
    case nil, "url": return !uploads && keepsInURL(word, whole)
    default: return false
    }
  }

  /// A value that says neither several URLs nor a login.
  private func keepsInURL(_ word: String, _ whole: String) -> Bool {
    let isAddressKnown = word.hasPrefix(ShellMark.open) && !whole.hasPrefix(ShellMark.open)
    guard !whole.hasPrefix("-"), whole.isWholeURL || !isAddressKnown else { return false }
    return values(in: word).allSatisfy { value in
      !value.contains { "{}[]\\@ ".contains($0) || $0.isNewline } && !value.contains("/.")
    }
  }

  private static func isPlain(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0.isLetterOrDigit || "-._~".utf8.contains($0) }
  }

  /// The values of the variables in a word that are known.
  private func values(in word: String) -> [String] {
    ImportedTemplates(.shell).segments(of: word).compactMap { piece in
      if case .template(_, let inner) = piece { assigned[inner].map { resolved($0) } } else { nil }
    }
  }
}
