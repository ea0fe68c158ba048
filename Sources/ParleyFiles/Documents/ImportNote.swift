/// Something that was left out, or came over in another form.
package struct ImportNote: Sendable, Hashable {
  /// The place in the source, as people look for it: `paths./pets.get`.
  package let place: String
  /// One sentence.
  package let text: String

  package init(_ place: String, _ text: String) {
    self.place = place
    self.text = text
  }
}
