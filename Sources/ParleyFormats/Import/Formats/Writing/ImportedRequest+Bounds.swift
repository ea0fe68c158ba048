import ParleyFiles
import ParleyText

// A description may hold texts of any size; a file of a workspace may not.
extension ImportedRequest {
  /// In bytes.
  private static let longestDocs = 64_000
  private static let longestBody = 2_000_000

  /// The same with notes that are cut, and without a body that no file can hold.
  func bounded(_ notes: inout [ImportNote]) -> ImportedRequest {
    var result = self
    if let docs = definition.docs?.value, docs.utf8.count > Self.longestDocs {
      result.definition.docs = Located(String(decoding: docs.utf8.prefix(Self.longestDocs), as: UTF8.self) + " …")
      notes.append(ImportNote(id, "Its description was cut after \(SizeText.text(of: Self.longestDocs))."))
    }
    if let text = definition.body?.text?.value, text.utf8.count > Self.longestBody {
      result.definition.body = nil
      notes.append(ImportNote(id, "Its body is larger than \(SizeText.text(of: Self.longestBody)), and was left out."))
    }
    return result
  }
}
