import ParleyEngine
import WorkbenchServices

/// A list of objects, an object a row.
struct BodyTable: Sendable {
  /// The path of the list in the body; nil if its cells have no path, as those of CSV.
  let path: ValuePath?
  /// Every name that a row has, in the order they come.
  let names: [String]
  let rows: [JSONValue]
  /// The offset of each row in the body, if known.
  let offsets: [Int]

  /// More columns are no table.
  private static let mostColumns = 500

  init(_ rows: [JSONValue], at path: ValuePath?, offsets: [Int] = []) {
    (self.path, self.rows, self.offsets) = (path, rows, offsets)
    names = Self.names(of: rows)
  }

  private static func names(of rows: [JSONValue]) -> [String] {
    var names: [String] = []
    var known: Set<[UInt8]> = []
    for row in rows {
      for (name, _) in row.object ?? [:] where names.count < mostColumns && known.insert(Array(name.utf8)).inserted {
        names.append(name)
      }
    }
    return names
  }

  /// The way to a cell, in the body.
  func path(row: Int, _ name: String) -> ValuePath? {
    path?.appending(.index(row)).appending(.key(name))
  }
}

extension BodyTable {
  /// The list at a path; without one the list nearest to the root, of those the longest.
  init?(in body: JSONValue, at path: ValuePath?) {
    if let path {
      guard let rows = path.value(in: body)?.array, Self.isTable(rows) else { return nil }
      self.init(rows, at: path)
    } else {
      guard let found = Self.find(in: body) else { return nil }
      self.init(found.rows, at: found.path)
    }
  }

  private static let deepest = 4

  private static func find(in body: JSONValue) -> (path: ValuePath, rows: [JSONValue])? {
    var level = [(path: ValuePath.root, value: body)]
    for _ in 0...deepest {
      let lists = level.compactMap { place in place.value.array.map { (path: place.path, rows: $0) } }
      if let longest = lists.filter({ isTable($0.rows) }).max(by: { $0.rows.count < $1.rows.count }) { return longest }
      level = level.flatMap { place in
        (place.value.object ?? [:]).map { (path: place.path.appending(.key($0.key)), value: $0.value) }
      }
    }
    return nil
  }

  /// Whether its elements are objects, as far as the first ones tell.
  static func isTable(_ rows: [JSONValue]) -> Bool {
    !rows.isEmpty && rows.prefix(100).allSatisfy { $0.object != nil }
  }
}

extension BodyTable {
  /// The first row of CSV has the names.
  init?(delimited bytes: [UInt8], by separator: UInt8) {
    let rows = DelimitedText.rows(of: bytes, separator: separator)
    guard let head = rows.first else { return nil }
    let names = Self.distinct(head.cells)
    let objects = rows.dropFirst().map { row in
      JSONValue.object(JSONObject(zip(names, row.cells).map { ($0, .string($1)) }))
    }
    self.init(objects, named: names, offsets: rows.dropFirst().map(\.offset))
  }

  private init(_ rows: [JSONValue], named names: [String], offsets: [Int]) {
    (path, self.rows, self.names, self.offsets) = (nil, rows, names, offsets)
  }

  /// A column without a name, or with one that is taken, gets its number.
  private static func distinct(_ names: [String]) -> [String] {
    var taken: Set<[UInt8]> = []
    return names.enumerated().map { place, name in
      let own = name.isEmpty ? "column \(place + 1)" : name
      if taken.insert(Array(own.utf8)).inserted { return own }
      let numbered = "\(own) (\(place + 1))"
      taken.insert(Array(numbered.utf8))
      return numbered
    }
  }

  /// Each line of a stream is a row.
  init?(lines bytes: [UInt8]) {
    var offsets: [Int] = []
    var rows: [JSONValue] = []
    for line in bytes.split(separator: .newline) {
      guard let value = try? JSONValue(parsing: Array(line)), value.object != nil else { continue }
      rows.append(value)
      offsets.append(line.startIndex)
    }
    guard !rows.isEmpty else { return nil }
    self.init(rows, at: nil, offsets: offsets)
  }
}

extension ValuePath {
  fileprivate func value(in body: JSONValue) -> JSONValue? {
    segments.reduce(body) { value, segment in
      switch segment {
      case .key(let name): value?[name]
      case .index(let index): value?[index]
      }
    }
  }
}
