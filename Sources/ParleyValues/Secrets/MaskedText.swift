/// A text whose secrets are masked while somebody edits it. A mask that is still there stands for the secret it stood for.
///
/// ```swift
/// let text = MaskedText("token=s3cret-9&page=1", by: Secrets(["s3cret-9"]))
/// text.shown                                  // "token=••••••••&page=1"
/// text.restored(in: "token=••••••••&page=2")  // "token=s3cret-9&page=2"
/// ```
package struct MaskedText: Sendable, Hashable {
  private struct Hidden: Hashable, Sendable {
    let secret: String
    /// The text before it, from the secret before that on.
    let lead: String
  }

  /// As it may be seen.
  package let shown: String
  private let hidden: [Hidden]

  /// - Parameters:
  ///   - isForeign: whether only secrets of eight bytes and more are looked for.
  ///   - name: of the field of a request whose value it is.
  package init(_ text: String, by secrets: Secrets, isForeign: Bool = false, named name: String? = nil) {
    let bytes = Array(text.utf8)
    var (hidden, end, shown) = ([Hidden](), 0, "")
    for place in secrets.places(in: bytes, isForeign: isForeign, named: name) {
      let lead = String(decoding: bytes[end..<place.lowerBound], as: UTF8.self)
      hidden.append(Hidden(secret: String(decoding: bytes[place], as: UTF8.self), lead: lead))
      shown += lead + Secrets.mask
      end = place.upperBound
    }
    self.shown = shown + String(decoding: bytes[end...], as: UTF8.self)
    self.hidden = hidden
  }

  /// An edited text with the secrets in the places of their masks: of several, each mask gets the one that had most like it
  /// before it.
  package func restored(in edited: String) -> String {
    guard !hidden.isEmpty else { return edited }
    var (text, rest, last) = ("", edited[...], -1)
    while let mask = rest.firstRange(of: Secrets.mask) {
      let lead = rest[..<mask.lowerBound]
      last = place(behind: lead, after: last)
      text += lead + hidden[last].secret
      rest = rest[mask.upperBound...]
    }
    return text + rest
  }

  private func place(behind lead: Substring, after last: Int) -> Int {
    let fits = hidden.map { zip($0.lead.reversed(), lead.reversed()).prefix { $0 == $1 }.count }
    let best = fits.max() ?? 0
    let candidates = hidden.indices.filter { fits[$0] == best }
    return candidates.first { $0 > last } ?? candidates[0]
  }
}
