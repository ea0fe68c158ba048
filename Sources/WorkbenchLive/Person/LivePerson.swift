import ParleyWorkspace
import WorkbenchServices

/// The person's own: clipboard, keys, editor, and how they have arranged the screen.
package struct LivePerson: PersonServices, LiveOwner {
  let live: LiveServices

  package var withheldVariables: Set<String> { WithheldVariables(of: session.workspace).names }
}
