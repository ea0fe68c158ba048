internal import GRDB
import ParleyEngine

/// The rows that stand in one page of a tree ("B-tree Pages" of SQLite's file format). Nothing in it is taken on trust.
struct PageRows {
  struct Row {
    /// Nil in a table without them.
    let rowID: Int64?
    let values: [DatabaseValue]
  }

  private enum Kind: UInt8 {
    case indexInterior = 2, tableInterior = 5, indexLeaf = 10, tableLeaf = 13
  }

  private(set) var rows: [Row] = []
  /// How many more there should be, at least.
  private(set) var lost = 0

  private let page: [UInt8]
  private let pages: DatabasePages

  /// - Returns: nil for a page that is none of a tree.
  init?(_ number: Int, _ page: [UInt8], of pages: DatabasePages) {
    let start = number == 1 ? DatabaseHead.size : 0
    guard let kind = Kind(rawValue: page[start]) else { return nil }
    (self.page, self.pages) = (page, pages)
    guard kind != .tableInterior else { return }
    let cells = start + (kind == .indexInterior ? 12 : 8)
    let count = page.short(start + 3)
    guard cells + 2 * count <= page.count else {
      lost = 1
      return
    }
    for place in 0..<count { read(at: page.short(cells + 2 * place), kind) }
  }

  private mutating func read(at offset: Int, _ kind: Kind) {
    var cell = CellReader(page, at: offset)
    if kind == .indexInterior { cell.skip(4) }
    guard let size = cell.varint(), size >= 0, size <= 1 << 31 else { return lost += 1 }
    let rowID = kind == .tableLeaf ? cell.varint() : nil
    guard kind != .tableLeaf || rowID != nil, let payload = payload(Int(size), cell, isTable: kind == .tableLeaf),
      let values = Record.values(of: payload)
    else { return lost += 1 }
    rows.append(Row(rowID: rowID, values: values))
  }

  /// The bytes of a cell: those in the page, and those on overflow pages.
  private func payload(_ size: Int, _ cell: CellReader, isTable: Bool) -> [UInt8]? {
    let usable = pages.pageSize
    let most = isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
    guard size > most else { return cell.bytes(size) }
    let least = (usable - 12) * 32 / 255 - 23
    let wanted = least + (size - least) % (usable - 4)
    let here = wanted <= most ? wanted : least
    guard let local = cell.bytes(here + 4) else { return nil }
    return overflow(after: Array(local.prefix(here)), from: Int(local.word(here)), size)
  }

  private func overflow(after start: [UInt8], from first: Int, _ size: Int) -> [UInt8]? {
    var (bytes, next) = (start, first)
    while bytes.count < size {
      guard next > 1, let page = try? pages.page(next) else { return nil }
      bytes += page[4...].prefix(size - bytes.count)
      next = Int(page.word(0))
    }
    return bytes
  }
}

/// Reads within a page, and never beyond it.
private struct CellReader {
  private let page: [UInt8]
  private var offset: Int

  init(_ page: [UInt8], at offset: Int) {
    (self.page, self.offset) = (page, offset)
  }

  mutating func skip(_ count: Int) { offset += count }

  /// Up to nine bytes, seven bits of each but the last.
  mutating func varint() -> Int64? {
    var value: UInt64 = 0
    for place in 0..<9 {
      guard offset < page.count else { return nil }
      let byte = UInt64(page[offset])
      offset += 1
      if place == 8 { return Int64(bitPattern: value << 8 | byte) }
      value = value << 7 | byte & 0x7F
      if byte & 0x80 == 0 { return Int64(bitPattern: value) }
    }
    return nil
  }

  func bytes(_ count: Int) -> [UInt8]? {
    offset + count <= page.count ? Array(page[offset..<offset + count]) : nil
  }

  var position: Int { offset }
}

/// The values of a row ("Record Format" of SQLite's file format).
private enum Record {
  static func values(of bytes: [UInt8]) -> [DatabaseValue]? {
    var head = CellReader(bytes, at: 0)
    guard let size = head.varint(), size > 0, size <= bytes.count else { return nil }
    var (values, offset) = ([DatabaseValue](), Int(size))
    while head.position < Int(size) {
      guard let type = head.varint(), let value = value(type, in: bytes, &offset) else { return nil }
      values.append(value)
    }
    return offset == bytes.count && head.position == Int(size) ? values : nil
  }

  private static func value(_ type: Int64, in bytes: [UInt8], _ offset: inout Int) -> DatabaseValue? {
    guard type >= 0, let count = size(of: type), count <= bytes.count - offset else { return nil }
    let content = bytes[offset..<offset + count]
    offset += count
    switch type {
    case 0: return .null
    case 1...6: return content.integer.databaseValue
    case 7: return Double(bitPattern: UInt64(bitPattern: content.integer)).databaseValue
    case 8, 9: return (type - 8).databaseValue
    case _ where type % 2 == 0: return Array(content).databaseBlob
    default: return String(validating: content, as: UTF8.self)?.databaseValue
    }
  }

  /// In bytes.
  private static func size(of type: Int64) -> Int? {
    switch type {
    case 0, 8, 9: 0
    case 1...4: Int(type)
    case 5: 6
    case 6, 7: 8
    case 10, 11: nil
    default: Int((type - 12) / 2)
    }
  }
}

extension ArraySlice<UInt8> {
  /// With its sign, the highest byte first.
  fileprivate var integer: Int64 {
    reduce(first.map { $0 & 0x80 == 0 ? 0 : -1 } ?? 0) { $0 << 8 | Int64($1) }
  }
}

extension [UInt8] {
  fileprivate func short(_ offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }
}
