internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// The keys of a format, by the kinds of its objects: written from the format's own documents.
///
/// A key leads to `-` where its value is read as a whole or means nothing to a request, and otherwise to the kind of the
/// objects in it, or in its list. A key of an object that is in no table is listed at import, so that nothing vanishes.
///
/// ```swift
/// SourceKeys(["pet": ["name": "-", "owner": "person", "toys": "{toy}"], …]).unread(in: document, as: "pet")
/// ```
struct SourceKeys {
  /// By kind and key: `-`, a kind, or a kind in braces for a map of them by name.
  let kinds: [String: [String: String]]
  /// Keys that count for nothing wherever they stand, by their beginning.
  var ignoredPrefixes: [String] = []

  private static let deepest = 64
  /// A document with more kinds of unknown keys is of another format in truth.
  private static let most = 100

  func unread(in document: JSONValue, as kind: String) -> [ImportNote] {
    var walk = Walk(keys: self)
    walk.visit(document, kind, "", depth: 0)
    return walk.notes
  }

  private struct Walk {
    let keys: SourceKeys
    /// By kind and key: the first place, and how often.
    private var found: [String: (place: String, count: Int)] = [:]
    private var order: [String] = []

    init(keys: SourceKeys) { self.keys = keys }

    var notes: [ImportNote] {
      order.compactMap { key in
        found[key].map { place, count in
          ImportNote(
            Printable.text(place),
            "The key is not read\(count > 1 ? ", here and in \((count - 1).counted("other place"))" : "").")
        }
      }
    }

    mutating func visit(_ value: JSONValue, _ kind: String, _ place: String, depth: Int) {
      guard depth < SourceKeys.deepest, kind != "-" else { return }
      switch value {
      case .array(let items):
        for (index, item) in items.enumerated() { visit(item, kind, "\(place)[\(index)]", depth: depth + 1) }
      case .object(let members): visit(members, kind, place, depth: depth)
      default: break
      }
    }

    private mutating func visit(_ members: JSONObject, _ kind: String, _ place: String, depth: Int) {
      let isMap = kind.hasPrefix("{")
      let inner = isMap ? String(kind.dropFirst().dropLast()) : kind
      for (key, value) in members {
        if keys.ignoredPrefixes.contains(where: { key.hasPrefix($0) }) { continue }
        let path = place.isEmpty ? key : "\(place).\(key)"
        if isMap {
          visit(value, inner, path, depth: depth + 1)
        } else if let next = keys.kinds[kind]?[key] {
          visit(value, next, path, depth: depth + 1)
        } else {
          note("\(kind).\(key)", path)
        }
      }
    }

    private mutating func note(_ key: String, _ place: String) {
      if let known = found[key] {
        found[key] = (known.place, known.count + 1)
      } else if order.count < SourceKeys.most {
        found[key] = (place, 1)
        order.append(key)
      }
    }
  }
}

extension SourceKeys {
  /// The keys of one kind: those that lead to nothing more, and others.
  static func kind(_ plain: String, _ others: [String: String] = [:]) -> [String: String] {
    keys(plain).merging(others) { $1 }
  }

  /// Keys that lead to one kind.
  static func keys(_ names: String, _ kind: String = "-") -> [String: String] {
    Dictionary(names.split(whereSeparator: \.isWhitespace).map { (String($0), kind) }) { first, _ in first }
  }
}
