import ParleyEngine
import TerminalKit
import WorkbenchParts
package import WorkbenchServices

/// A program of the person's that a body is given to.
package enum BodyProgram: Hashable, Sendable {
  case pager, editor
  /// The system's default program for files of its kind.
  case system
}

extension BodyBrowser {
  func open(in program: BodyProgram, _ owner: any BodyOwner) -> [Effect] {
    guard let view = pane.view else { return [] }
    return [.perform(OpenBodyEffect(view: view, program: program, isRevealed: isRevealed))]
  }
}

extension BodyBrowser.Place {
  var opening: [CommandRow] {
    [
      row(
        "openInPager", "Open in $PAGER", "Shows the body in your pager, laid out. Secrets stay masked.", ["Alt-p"],
        .open(.pager), in: body, disabledReason: whyEmpty),
      row(
        "openInEditor", "Open in $EDITOR", "Shows the body in your editor. What you change there is not kept.",
        ["Alt-e"], .open(.editor), in: body, disabledReason: whyEmpty),
      row(
        "openOutside", "Open in the system's program",
        "Opens the body with the program that the system has for it, such as a browser or an image viewer.", ["Alt-o"],
        .open(.system), in: body, disabledReason: whyEmpty),
    ]
  }
}

/// Takes the file of a body away that another program has shown.
package struct DiscardBody: ServiceEffect {
  let file: String

  package init(file: String) {
    self.file = file
  }

  package func perform(with services: Services) async throws -> [Action] {
    try await services.person.discard(file)
    return []
  }
}
