package import ParleyEngine
import ParleyModel

/// The cache settings of a request. Each key is inherited on its own: the value nearest to the request wins.
package struct CacheDefinition: Sendable, Equatable {
  /// `true` is written `off`: the cache is neither read nor written. What a success invalidates is removed all the same.
  /// Any other setting of the cache turns it on.
  package var isOff: Located<Bool>? {
    get { saidOff ?? (saysMore ? Located(false) : nil) }
    set { saidOff = newValue }
  }
  private var saidOff: Located<Bool>?
  /// For so long after a response the same request is answered without the network.
  @Sparse package var ttl: Located<Duration>?
  /// Stores responses, without making a request read the cache.
  @Sparse package var update: Located<Bool>?
  /// The discriminator, such as the user who is signed in; may hold templates.
  @Sparse package var group: Located<String>?
  @Sparse package var ignoreQuery: Located<IgnoredQueryDefinition>?
  /// The requests whose entries a success removes.
  @Sparse package var invalidates: Located<[Located<String>]>?

  package init(
    isOff: Located<Bool>? = nil, ttl: Located<Duration>? = nil, update: Located<Bool>? = nil,
    group: Located<String>? = nil, ignoreQuery: Located<IgnoredQueryDefinition>? = nil,
    invalidates: Located<[Located<String>]>? = nil
  ) {
    saidOff = isOff
    self.ttl = ttl
    self.update = update
    self.group = group
    self.ignoreQuery = ignoreQuery
    self.invalidates = invalidates
  }

  fileprivate var saysMore: Bool {
    ttl != nil || update != nil || group != nil || ignoreQuery != nil || invalidates != nil
  }

  /// One that is off says nothing else.
  package static func == (left: CacheDefinition, right: CacheDefinition) -> Bool {
    if left.isOff?.value == true, right.isOff?.value == true { return true }
    return left.isOff == right.isOff && left.ttl == right.ttl && left.update == right.update
      && left.group == right.group
      && left.ignoreQuery == right.ignoreQuery && left.invalidates == right.invalidates
  }
}

/// The parts of a query that the cache ignores when it compares two requests.
package enum IgnoredQueryDefinition: Sendable, Equatable {
  case all
  case names([String])
}

extension CacheDefinition {
  private static let offWord = "off"

  package static let form = Form(
    "cache", isFlow: true, make: { CacheDefinition() },
    keys: [
      .init(.timeToLive, \.ttl, .duration),
      .init(.ignoredQuery, \.ignoreQuery, IgnoredQueryDefinition.reader),
      .init(.invalidates, \.invalidates, .requestNames),
      .init(
        "group", \.group, .filled("a text such as {{shared.user}}"),
        "Entries are visible only within one group. Use one for each signed-in user, for example."),
      .init(
        "update", \.update, .boolean,
        "`true` stores successful responses for others to read, but always sends the request itself.", default: "false"),
    ])

  static let reader = Reader<CacheDefinition>(
    "off, or a map with ttl, ignoreQuery or invalidates", .either([.choice([offWord]), .object(form.schema)]),
    write: { $0.isOff?.value == true ? .text(offWord) : form.written($0).unlessEmpty }
  ) { node, decoding in
    if node.text == offWord { return CacheDefinition(isOff: Located(true, at: node.place)) }
    guard node.entries != nil else {
      return decoding.mismatch(node, expected: "off, or a map with ttl, ignoreQuery or invalidates")
    }
    var cache = form.read(node, &decoding)
    // `{}` says that it is on, and nothing else.
    if cache?.saysMore == false { cache?.isOff = Located(false, at: node.place) }
    return cache
  }.of(form)
}

extension IgnoredQueryDefinition {
  private static let allWord = "all"

  static let reader = Reader<IgnoredQueryDefinition>(
    "all, or a list of names", .either([.choice([allWord]), .list(.text())]), write: { $0.written }
  ) { node, decoding in
    if node.text == allWord { return .all }
    guard let elements = node.items else { return decoding.mismatch(node, expected: "all, or a list of names") }
    let names = elements.compactMap { element -> String? in
      guard let name = element.text, !name.isEmpty else {
        return decoding.mismatch(element, expected: "the name of a query parameter")
      }
      return name
    }
    return .names(names)
  }.typed {
    switch $0 {
    case .all: allWord
    case .names(let names): names.joined(separator: ", ")
    }
  } parse: {
    $0 == allWord ? .all : .names($0.typedNames)
  }

  private var written: EncodedValue {
    switch self {
    case .all: .text(Self.allWord)
    case .names(let names): .list(names.map(EncodedValue.text))
    }
  }
}

extension Reader where Value == [Located<String>] {
  /// Ids of requests, each with its place.
  fileprivate static var requestNames: Reader {
    Reader(
      "a list of requests such as cart/read", .list(.text(pattern: ".")),
      write: { .list($0.map { .text($0.value) }) }
    ) { node, decoding in
      guard let elements = node.items else {
        return decoding.mismatch(node, expected: "a list of requests such as cart/read")
      }
      return elements.compactMap { element in
        guard let name = element.text, !name.isEmpty else {
          return decoding.mismatch(element, expected: "a request such as cart/read")
        }
        return Located(name, at: element.place)
      }
    }.typed {
      $0.map(\.value).joined(separator: ", ")
    } parse: {
      $0.typedNames.map { Located($0) }
    }
  }
}

extension String {
  /// Names with commas or spaces between them.
  fileprivate var typedNames: [String] { split { $0 == "," || $0 == " " }.map(String.init) }
}
