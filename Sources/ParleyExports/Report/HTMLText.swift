internal import ParleyText

/// HTML that is put together from text of which nothing is believed.
struct HTMLText {
  private(set) var html = ""

  /// A text as such, whatever is in it.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case _ where Printable.isUnsafe(scalar): result += "�"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Tags that this program writes; never text from elsewhere.
  mutating func raw(_ markup: String) { html += markup }

  /// An element with a text in it.
  mutating func element(_ name: String, _ text: String, class style: String? = nil) {
    html += "<\(name)\(style.map { " class=\"\($0)\"" } ?? "")>\(Self.escaped(text))</\(name)>"
  }

  /// A section that opens by itself, without a script.
  mutating func details(_ title: String, isOpen: Bool = false, _ body: (inout HTMLText) -> Void) {
    html += "<details\(isOpen ? " open" : "")><summary>\(Self.escaped(title))</summary>"
    body(&self)
    html += "</details>\n"
  }
}
