package import ParleyEngine
import ParleyModel
package import WorkbenchServices

extension [ValuePlace] {
  /// Those whose name fits the value first; of those that fit alike, the one that was sent last.
  package func ranked(for path: ValuePath) -> [ValuePlace] {
    let ranks = map { (place: $0, rank: ValueName(path).rank(of: $0)) }
    let sorted = ranks.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.rank != b.rank { return a.rank < b.rank }
      if a.place.lastSent != b.place.lastSent {
        return (a.place.lastSent ?? .distantPast) > (b.place.lastSent ?? .distantPast)
      }
      return left.offset < right.offset
    }
    return sorted.map(\.element.place)
  }
}

extension ValueName {
  /// The places for a new parameter of this name: the requests that have none yet.
  package func newPlaces(in requests: [RequestSummary], besides places: [ValuePlace]) -> [ValuePlace] {
    let having = Set(places.filter { $0.kind == .query && $0.name == parameter }.map(\.request))
    return requests.filter { !having.contains($0.id) && !$0.hasMistake }.map {
      ValuePlace($0.id, method: $0.method, url: "", .query, parameter)
    }
  }
}

extension Timestamp {
  fileprivate static let distantPast = Timestamp(microseconds: .min)
}

/// A value's name where it occurs: `.items[3].id` is an `id`, and the `id` of an item.
package struct ValueName {
  /// As a parameter of a query may be called.
  package let parameter: String
  private let name: String
  /// The object it belongs to, in the singular.
  private let whose: String

  package init(_ path: ValuePath) {
    let keys = path.segments.compactMap { if case .key(let name) = $0 { name } else { nil } }
    // A name is a template as well, and nobody's response writes one.
    parameter = keys.last.flatMap { $0.contains("{{") ? nil : $0 } ?? "value"
    name = Self.plain(keys.last ?? "")
    whose = Self.singular(Self.plain(keys.dropLast().last ?? ""))
  }

  /// 0 for the best. A place with another name may be meant as well.
  package func rank(of place: ValuePlace) -> Int {
    let wanted = Self.plain(place.name)
    let isOfThese = place.words.contains(whose) && !whose.isEmpty
    if !name.isEmpty, wanted == name { return isOfThese ? 0 : 1 }
    if !whose.isEmpty, wanted == whose + name || wanted == whose { return 0 }
    if !name.isEmpty, wanted.hasSuffix(name) || name.hasSuffix(wanted) { return place.kind == .path ? 2 : 3 }
    return place.kind == .path ? 4 : 5
  }

  /// `item_id`, `itemId` and `item-id` are one name.
  fileprivate static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  fileprivate static func singular(_ name: String) -> String {
    if name.hasSuffix("ies") { return name.dropLast(3) + "y" }
    return name.hasSuffix("s") ? String(name.dropLast()) : name
  }
}

extension ValuePlace {
  /// The subject of its request, in the singular: the words of its name and its URL.
  fileprivate var words: Set<String> {
    let texts = [request.rawValue, url].flatMap { $0.split { !$0.isLetter && !$0.isNumber } }
    return Set(texts.map { ValueName.singular(ValueName.plain(String($0))) })
  }
}
