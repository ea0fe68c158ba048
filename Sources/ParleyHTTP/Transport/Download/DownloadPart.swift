internal import Cryptography
import Glibc

/// The part of a download that broke off: the bytes, and beside them what is needed to resume it.
struct DownloadPart {
  struct Leftover: Equatable {
    let count: Int
    /// The value of `If-Range`: a strong entity tag, or a date.
    let validator: String
  }

  let file: String
  private let note: String

  init(of path: String) {
    file = "\(path).parley-part"
    note = "\(path).parley-part.json"
  }

  var isRemembered: Bool { access(note, F_OK) == 0 }

  var isEmpty: Bool {
    var status = stat()
    return stat(file, &status) != 0 || status.st_size == 0
  }

  /// - Returns: nil when the part is not of this address, or nothing is known of it.
  func leftover(of url: String, count: Int) -> Leftover? {
    guard let bytes = read(), let values = try? JSONValue(parsing: bytes),
      values["address"] == .string(Self.mark(of: url)),
      case .string(let validator)? = values["validator"]
    else { return nil }
    return Leftover(count: count, validator: validator)
  }

  func remember(_ validator: String?, of url: String) {
    guard let validator else { return forget() }
    let values: JSONValue = ["address": .string(Self.mark(of: url)), "validator": .string(validator)]
    // Never through a link: what it leads to is not Parley's.
    let descriptor = open(note, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    let bytes = JSONPrinter.compact.bytes(of: values)
    _ = write(descriptor, bytes, bytes.count)
    close(descriptor)
  }

  func forget() {
    unlink(note)
  }

  /// The address itself may hold a secret; its sum says as well whether two are the same.
  private static func mark(of url: String) -> String {
    Base64.encode(MessageDigest.sum(of: url.utf8, .md5))
  }

  private func read() -> [UInt8]? {
    guard let stream = fopen(note, "re") else { return nil }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = fread(&bytes, 1, bytes.count, stream)
    return Array(bytes[..<count])
  }
}
