import ParleyEngine
import WorkbenchServices
import WorkbenchState

/// The body of an entry while it is edited.
package struct CacheEdit: Hashable, Sendable {
  let entry: CacheEntryID
  /// The entry's name, as shown to people.
  let name: String
  /// As it was when editing began.
  let kept: CachedText
  private(set) var text: String

  init(_ listing: CacheListing, _ kept: CachedText) {
    (entry, name, self.kept, text) = (listing.id, "\(listing.method) \(listing.label.url)", kept, kept.text)
  }

  /// - Returns: nil where nothing was changed.
  func changed(into text: String) -> CacheEdit? {
    guard let text = EditorText.changed(kept.text, into: text) else { return nil }
    var copy = self
    copy.text = text
    return copy
  }

  /// The reason why the text is no longer JSON, with its line and column; nil if it still is, or never was.
  var mistake: String? {
    guard kept.suffix == ".json", Self.mistake(in: kept.text) == nil else { return nil }
    return Self.mistake(in: text)
  }

  private static func mistake(in text: String) -> String? {
    do throws(JSONSyntaxError) {
      _ = try JSONValue(parsing: Array(text.utf8))
      return nil
    } catch {
      return "\(error)"
    }
  }
}
