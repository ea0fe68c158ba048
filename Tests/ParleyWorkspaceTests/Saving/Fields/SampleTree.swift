/// What a sample file says, and how it is laid out: with comments around every key, and odd but legal spaces.
indirect enum SampleTree: Sendable {
  /// A value as it is written in a line.
  case line(String)
  case map([(key: String, value: SampleTree)])
  case list([SampleTree])

  enum Layout: String, CaseIterable, Sendable {
    /// Lines, indented by three and by five.
    case block
    /// Lines that end as on Windows.
    case blockOfWindows
    /// What is inside a key of the file stands in braces.
    case braces
    /// All of the file stands in braces.
    case onlyBraces
  }

  func text(_ layout: Layout) -> String {
    switch layout {
    case .block: "# first\n\n" + lines(indentation: 0, isBlock: true) + "\n# last\n"
    case .blockOfWindows: Self.map(entries).text(.block).replacing("\n", with: "\r\n")
    case .braces: "# first\n" + lines(indentation: 0, isBlock: false) + "# last\n"
    case .onlyBraces: "# first\n\(inBraces)   # beside\n# last\n"
    }
  }

  private var entries: [(key: String, value: SampleTree)] {
    if case .map(let entries) = self { entries } else { [] }
  }

  private func lines(indentation: Int, isBlock: Bool) -> String {
    let pad = String(repeating: " ", count: indentation)
    return entries.map { key, value in
      let head = "\(pad)# before \(key)\n\(pad)\(key):   "
      return switch value {
      case .map where isBlock: "\(head)# of \(key)\n" + value.lines(indentation: indentation + 3, isBlock: true)
      case .list(let items) where isBlock:
        "\(head)# of \(key)\n" + items.map { "\(pad)  -   \($0.inBraces)   # an item\n" }.joined()
      case .line, .map, .list: "\(head)\(value.inBraces)   # of \(key)\n"
      }
    }.joined()
  }

  var inBraces: String {
    switch self {
    case .line(let text): text
    case .map(let entries): "{ \(entries.map { "\($0.key):   \($0.value.inBraces)" }.joined(separator: " ,  ")) }"
    case .list(let items): "[ \(items.map(\.inBraces).joined(separator: " ,  ")) ]"
    }
  }
}
