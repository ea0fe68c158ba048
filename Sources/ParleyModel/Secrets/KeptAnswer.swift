/// The shared keys that answers to questions are kept under: `asked token at api.example.com`.
package enum KeptAnswer {
  package static let prefix = "asked "

  package static func key(of question: String) -> String { prefix + question }

  /// Whether a shared key holds an answer.
  package static func isOne(_ key: String) -> Bool { key.hasPrefix(prefix) }

  /// The question whose answer a shared key holds; nil if it holds none.
  package static func question(of key: String) -> String? { isOne(key) ? String(key.dropFirst(prefix.count)) : nil }
}
