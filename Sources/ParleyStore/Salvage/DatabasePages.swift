import Glibc
import ParleyEngine
internal import SystemCalls

/// The pages of a database file, read without SQLite, which refuses a file as soon as it sees that it is damaged.
///
/// Pages that were committed to the write-ahead log come from there. See "Database File Format" and "WAL-mode File Format" of
/// SQLite's documentation.
struct DatabasePages {
  private static let usualSize = 4096

  let pageSize: Int
  let count: Int
  private let file: OpenFile
  private let log: WriteAheadLog?

  init(of path: String) throws(RepositoryError) {
    file = try OpenFile(path, O_RDONLY)
    let head = DatabaseHead(try file.read(at: 0, count: DatabaseHead.size))
    let log = access(path + "-wal", F_OK) == 0 ? try WriteAheadLog(path + "-wal") : nil
    pageSize = head?.pageSize ?? log?.pageSize ?? Self.usualSize
    self.log = log?.pageSize == pageSize ? log : nil
    let size = Int(try file.status().st_size)
    count = max((size + pageSize - 1) / pageSize, self.log?.lastPage ?? 0)
  }

  /// A page by its number, from 1 on. Of one that is cut off what is missing is zero; nil where there is none.
  func page(_ number: Int) throws(RepositoryError) -> [UInt8]? {
    guard (1...max(1, count)).contains(number) else { return nil }
    if let page = try log?.page(number) { return page }
    let bytes = try file.read(at: (number - 1) * pageSize, count: pageSize)
    return bytes.isEmpty ? nil : bytes + [UInt8](repeating: 0, count: pageSize - bytes.count)
  }
}

// What a page is for: in a file with auto-vacuum, as the store's are, pointer maps say so of every page.
extension DatabasePages {
  enum Use {
    case tree, free, overflow
    /// The map is damaged.
    case unknown
  }

  func use(of number: Int) throws(RepositoryError) -> Use {
    let map = mapPage(of: number)
    guard number > 1, number != map else { return number == 1 ? .tree : .free }
    guard let bytes = try page(map) else { return .unknown }
    switch bytes[5 * (number - map - 1)] {
    case 1, 5: return .tree
    case 2: return .free
    case 3, 4: return .overflow
    default: return .unknown
    }
  }

  private func mapPage(of number: Int) -> Int {
    let group = pageSize / 5 + 1
    let map = (number - 2) / group * group + 2
    // The page that holds the locks, at one gigabyte, is never used.
    return map == 0x4000_0000 / pageSize + 1 ? map + 1 : map
  }
}
