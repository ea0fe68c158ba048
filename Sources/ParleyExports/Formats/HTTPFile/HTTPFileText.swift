/// The lines of a `.http` file: requests one after the other, each with a name, headers, and a body behind an empty line.
package struct HTTPFileText {
  package private(set) var lines: [String] = []

  package init(lines: [String] = []) {
    self.lines = lines
  }

  /// Begins a request.
  /// - Parameter notes: lines of text about it.
  package mutating func begin(_ name: String, notes: String = "") {
    lines.append("### \(name)")
    lines += notes.split(whereSeparator: \.isNewline).map { "# \($0)" }
  }

  package mutating func add(method: String, url: String) { lines.append("\(method) \(url)") }

  package mutating func add(header name: String, _ value: String) { lines.append("\(name): \(value)") }

  package mutating func add(body: String) {
    lines += [""] + body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
  }

  /// Adds lines that are laid out already: parts of a body, handlers, the text between two requests.
  package mutating func add(_ more: [String]) { lines += more }
}
