package import ParleyEngine
package import ParleyModel

/// The text of an open editor that has not been applied yet.
package struct EditorDraft: Hashable, Sendable, Codable {
  /// Which editor it is.
  package enum Place: Hashable, Sendable, Codable {
    /// The value of a shared key.
    case sharedValue(String, environment: String?)
    /// The first value of one that is to be made.
    case newSharedValue(NewSharedKey, environment: String?)
    /// The text typed for a step that waits or has ended.
    case step(String, group: String, part: String)
    /// The request of a step that waits.
    case stepRequest(String, group: String)
    /// A field of the form of a step.
    case stepField(String, group: String, field: String)
    /// The overrides of a step's request.
    case overrides(String, group: String)
    /// The line below the messages of a WebSocket.
    case message(RequestID)
    /// A pop-up with fields, by what stands above them.
    case form(String)
    /// The line that asks what to import.
    case importSource
  }

  /// A typed text with the name of its field; a single text has no name.
  package struct Text: Hashable, Sendable, Codable {
    package var label: String
    package var text: String

    package init(_ text: String, label: String = "") {
      (self.text, self.label) = (text, label)
    }
  }

  package var place: Place
  /// The title for people: `the value of token`.
  package var title: String
  package var texts: [Text]
  /// Whether it is masked until it is open.
  package var isSecret: Bool
  /// The change that it was made from, and as what it is to be kept.
  package var base: Int64?
  package var kind: SharedValue.Kind?
  /// The time it was typed, of one that has been offered after its program had ended; nil before.
  package var typedAt: Timestamp?
  /// A whole request that is edited.
  package var request: RequestDraft?
  /// The form that it stands in, where that can be opened again.
  package var form: ReopenedForm?

  package init(_ place: Place, _ title: String, _ texts: [Text], isSecret: Bool = false) {
    (self.place, self.title, self.texts, self.isSecret) = (place, title, texts, isSecret)
  }
}

/// A draft that remains of a program that has ended.
package struct LeftDraft: Hashable, Sendable, Identifiable {
  package let id: String
  package let savedAt: Timestamp
  package let draft: EditorDraft

  package init(_ id: String, savedAt: Timestamp, _ draft: EditorDraft) {
    (self.id, self.savedAt, self.draft) = (id, savedAt, draft)
  }
}
