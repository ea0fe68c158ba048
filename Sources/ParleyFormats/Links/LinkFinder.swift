internal import ParleyEngine
import ParleyText

/// Finds the values that responses gave and later requests carried.
///
/// A value that a request carried before any response gave it came from somewhere else, and is no link. Of several responses that
/// gave one the strongest evidence counts, then the nearest, the name that fits best, and the shortest path.
///
/// ```swift
/// let links = LinkFinder.links(in: [login, profile])   // profile's Authorization ← login's .result.token
/// ```
package struct LinkFinder {
  private let exchanges: [ChainExchange]
  private let carried: [[CarriedText]]
  private let pieces: [[[CarriedPiece]]]
  /// The values that each exchange gave.
  private let given: [[ExactString: [GivenValue]]]
  private let context: [Set<String>]
  /// The exchanges that gave a value, by value.
  private var givers: [ExactString: [Int]] = [:]
  /// Those that carried it under one name first.
  private var firstByName: [Carrier: Int] = [:]

  private struct Carrier: Hashable {
    let value: ExactString
    let name: [String]
  }

  /// More responses that gave one value are not compared: the nearest count.
  private static let mostGivers = 100

  /// The first exchange that carried each value.
  private var firstCarriers: [ExactString: Int] = [:]

  /// In the order of the requests that carried them, and of the places in these.
  package static func links(in exchanges: [ChainExchange]) -> [ChainLink] {
    let finder = LinkFinder(exchanges)
    return exchanges.indices.flatMap { finder.links(to: $0) }
  }

  private init(_ exchanges: [ChainExchange]) {
    self.exchanges = exchanges
    let carried = exchanges.map { CarriedTexts($0).texts }
    let pieces = carried.map { texts in
      texts.map { text in text.pieces.filter { !LinkValue.isCommon($0.value) } }
    }
    var sought = SoughtValues()
    for piece in pieces.joined().joined() { sought.insert(piece.value) }
    self.carried = carried
    self.pieces = pieces.map { $0.map { Array($0) } }
    given = exchanges.map { exchange in
      let given =
        GivenValues.found(in: exchange.response, below: exchange.root, sought)
        + GivenHeaders.found(in: exchange.responseHeaders, sought)
      return Dictionary(grouping: given) { ExactString($0.value) }
    }
    context = exchanges.map {
      SentURL($0.request.url).words.union($0.name.split(separator: "/").flatMap { LinkName(String($0)).words })
    }
    for (exchange, values) in given.enumerated() {
      for value in values.keys { givers[value, default: []].append(exchange) }
    }
    noteCarriers()
  }

  private mutating func noteCarriers() {
    for (exchange, texts) in carried.enumerated() {
      for (text, pieces) in zip(texts, pieces[exchange]) {
        let name = LinkName(text.name).words
        for value in pieces.lazy.map({ ExactString($0.value) }) {
          firstCarriers[value] = firstCarriers[value] ?? exchange
          let carrier = Carrier(value: value, name: name)
          firstByName[carrier] = firstByName[carrier] ?? exchange
        }
      }
    }
  }

  private func links(to target: Int) -> [ChainLink] {
    zip(carried[target], pieces[target]).flatMap { text, pieces -> [ChainLink] in
      var taken: [ChainLink] = []
      let order = pieces.sorted { $0.isBefore($1) }
      for piece in order where !taken.contains(where: { $0.range.overlaps(piece.range) }) {
        if let link = link(from: piece, in: text, to: target) { taken.append(link) }
      }
      return taken.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
  }

  private struct Candidate {
    let source: Int
    let given: GivenValue
    let fit: LinkFit
    let evidence: LinkValue.Evidence
  }

  private func link(from piece: CarriedPiece, in text: CarriedText, to target: Int) -> ChainLink? {
    let name = LinkName(text.name)
    let first = firstCarrier(of: piece.value, as: name.words)
    let candidates = givers(of: piece.value, before: min(target, first)).flatMap { source in
      (given[source][ExactString(piece.value)] ?? []).filter(text.accepts).compactMap { value -> Candidate? in
        let fit = fit(of: value, from: source, to: name, text.context)
        let evidence = LinkValue.evidence(
          of: piece.value, isNumber: value.isNumber, isWhole: piece.range == text.part,
          isEncoded: piece.encoding != .plain, fit)
        return evidence == .none ? nil : Candidate(source: source, given: value, fit: fit, evidence: evidence)
      }
    }
    guard let best = candidates.max(by: isWorse) else { return nil }
    return ChainLink(
      source: best.source, given: best.given.place, value: piece.value, isNumber: best.given.isNumber, target: target,
      place: text.place, text: text.text, range: piece.range, encoding: piece.encoding,
      isStrong: best.evidence == .strong)
  }

  /// The nearest exchanges before one that gave a value.
  private func givers(of value: String, before bound: Int) -> ArraySlice<Int> {
    let all = givers[ExactString(value)] ?? []
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle] < bound { low = middle + 1 } else { high = middle }
    }
    return all[..<low].suffix(Self.mostGivers)
  }

  private func isWorse(_ left: Candidate, _ right: Candidate) -> Bool {
    if left.evidence != right.evidence { return left.evidence == .weak }
    if left.source != right.source { return left.source < right.source }
    // A result needs no step that hands it on.
    if left.given.place.isHeader != right.given.place.isHeader { return left.given.place.isHeader }
    if left.fit != right.fit { return left.fit < right.fit }
    return left.given.place.depth > right.given.place.depth
  }

  /// Short values turn up by chance: only those that were carried by the same name count as carried.
  private func firstCarrier(of value: String, as name: [String]) -> Int {
    let value = ExactString(value)
    let first =
      value.text.count < LinkValue.shortest ? firstByName[Carrier(value: value, name: name)] : firstCarriers[value]
    return first ?? exchanges.count
  }

  private func fit(of given: GivenValue, from source: Int, to name: LinkName, _ carried: Set<String>) -> LinkFit {
    let around = given.around.union(context[source])
    return LinkFit(source: LinkName(given.name), among: around, target: name, among: carried)
  }
}

extension CarriedPiece {
  /// The whole before its parts, and what stands there plainly before what must be decoded.
  fileprivate func isBefore(_ other: CarriedPiece) -> Bool {
    if range.count != other.range.count { return range.count > other.range.count }
    if range.lowerBound != other.range.lowerBound { return range.lowerBound < other.range.lowerBound }
    return rank < other.rank
  }

  private var rank: Int {
    switch encoding {
    case .plain: 0
    case .percent: 1
    case .base64(let before, let after): before.isEmpty && after.isEmpty ? 2 : before.isEmpty ? 4 : 3
    }
  }
}

extension CarriedText {
  /// A number in JSON can only be given by one: templates keep the type of what they insert.
  fileprivate func accepts(_ given: GivenValue) -> Bool {
    if case .json(_, isNumber: true) = place { given.isNumber } else { true }
  }
}
