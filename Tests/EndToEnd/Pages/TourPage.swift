import TestSupport

/// The tour, step by step, with the keys that each step says.
struct TourPage {
  struct Step {
    let heading: String
    let text: String

    /// Every key the text says, in its order; names of files, requests and the like are none.
    var keys: [String] {
      let spans = text.matches(of: /`([^`]+)`/).map { String($0.output.1) }
      return spans.filter {
        $0.wholeMatch(of: /[^a-z0-9\s]|[a-zA-Z0-9\/]|F\d+|(Ctrl|Alt|Shift)-\w+|Tab|Enter|Esc|Space/) != nil
      }
    }
  }

  let page: Page
  let steps: [Step]

  init() throws {
    let page = try Page("workspaces/demo/README.md")
    self.page = page
    let headings = page.text.matches(of: /(?m)^## (\d+\. .*)$/).map { String($0.output.1) }
    steps = headings.map { Step(heading: $0, text: page.section($0)) }
  }

  /// The command lines of a step, as they stand in it.
  func commandLines(of step: Int) -> [Page.CommandLine] {
    let lines = steps[step - 1].text.split(separator: "\n").filter { $0.hasPrefix("    ") }
    return page.commandLines.filter { command in
      lines.contains { String($0.prefix { $0 != "#" }).trimmed == command.text }
    }
  }
}
