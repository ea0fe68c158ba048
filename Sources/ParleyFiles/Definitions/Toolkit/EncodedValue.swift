internal import ParleyEngine

/// The content of a value in a file, before its layout there is decided.
///
/// Every reader can write what it reads, so that a save covers each key that can be read: the comparison of what a
/// definition said with what it should say is made on this form.
package indirect enum EncodedValue: Sendable {
  case text(String)
  case list([EncodedValue])
  /// - Parameter isFlow: it is written in one line where it stands nowhere yet.
  case map([Entry], isFlow: Bool)
  /// Names may come again: a map, or a list of maps where one must.
  case rows([Entry])

  package struct Entry: Sendable {
    package let key: String
    package let value: EncodedValue

    package init(_ key: String, _ value: EncodedValue) {
      self.key = key
      self.value = value
    }
  }

  /// Of a map.
  package subscript(key: String) -> EncodedValue? {
    guard case .map(let entries, _) = self else { return nil }
    return entries.first { $0.key.isIdentical(to: key) }?.value
  }

  /// Nothing, where a map has no entries.
  var unlessEmpty: EncodedValue? {
    if case .map(let entries, _) = self, entries.isEmpty { nil } else { self }
  }
}

/// Texts are equal when they are the same scalars, and however a map would be laid out.
extension EncodedValue: Equatable {
  package static func == (left: EncodedValue, right: EncodedValue) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.isIdentical(to: right)
    case (.list(let left), .list(let right)): left == right
    case (.map(let left, _), .map(let right, _)), (.rows(let left), .rows(let right)): left == right
    default: false
    }
  }
}

extension EncodedValue.Entry: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    left.key.isIdentical(to: right.key) && left.value == right.value
  }
}
