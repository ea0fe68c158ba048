package import WorkbenchServices

/// A text that was given to $EDITOR.
package enum EditorText {
  /// The text as the editor returned it; nil if nothing was changed. A line end that the editor added at the end is
  /// dropped.
  package static func changed(_ original: String, into text: String) -> String? {
    let isEnded = text.hasSuffix("\n") && !original.hasSuffix("\n")
    let text = isEnded ? String(text.dropLast()) : text
    return text == original ? nil : text
  }
}

/// Takes a file away that was made for $EDITOR, with what was written into it.
package struct DiscardStaged: ServiceEffect {
  let file: String

  package init(file: String) {
    self.file = file
  }

  package func perform(with services: Services) async throws -> [Action] {
    _ = try await services.person.collect(file)
    return []
  }
}
