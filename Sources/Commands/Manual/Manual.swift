/// The manual: a page for `parley`, and one for each of its commands, made of what the parser of arguments knows.
package struct Manual: Sendable {
  package struct Page: Sendable, Equatable {
    /// `parley-send.1`
    package let file: String
    package let text: String
  }

  private let program: CommandDescription
  private let date: String

  /// - Parameters:
  ///   - dump: the parser's output for `--experimental-dump-help`.
  ///   - date: such as 2026-11-24; every page has it.
  package init(dump: String, date: String) throws {
    program = try CommandDescription.read(dump)
    self.date = try Self.written(date)
  }

  package var pages: [Page] {
    [Page(file: "parley.1", text: ProgramPage(program, date: date).text)]
      + program.shownSubcommands.map { command in
        Page(file: "parley-\(command.commandName).1", text: CommandPage(command, of: program, date: date).text)
      }
  }

  /// `November 24, 2026`, as mdoc wants it.
  private static func written(_ date: String) throws -> String {
    let parts = date.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, (1...12).contains(parts[1]), (1...31).contains(parts[2]) else {
      throw UsageError("“\(date)” is not a date.", advice: "Write it as YEAR-MONTH-DAY, such as 2026-11-24.")
    }
    return "\(months[parts[1] - 1]) \(parts[2]), \(parts[0])"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
