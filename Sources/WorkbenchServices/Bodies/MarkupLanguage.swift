/// The language of a text with tags.
package enum MarkupLanguage: Hashable, Sendable {
  case xml, html

  /// - Parameters:
  ///   - contentType: in lower case; empty where none is known.
  ///   - head: the first bytes.
  package init?(contentType: String, head: [UInt8]) {
    let start = String(decoding: head.prefix(256), as: UTF8.self).lowercased().drop {
      $0.isWhitespace || $0 == "\u{FEFF}"
    }
    guard start.first == "<" else { return nil }
    if contentType.contains("html") || start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
      self = .html
    } else if contentType.contains("xml") || start.hasPrefix("<?xml") {
      self = .xml
    } else {
      return nil
    }
  }
}
