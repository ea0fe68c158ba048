import ParleyEngine

/// The part of a change that only the team's key opens.
struct TeamPayload: Sendable, Hashable {
  private static let version: UInt64 = 1
  /// Longer names of writers are cut: they come from elsewhere.
  private static let longestWriter = 200

  struct Content: Sendable, Hashable {
    var kind: SharedValue.Kind
    var cipher: String?
    var expires: Timestamp?
    var bytes: [UInt8]
  }

  /// Nil for a removal.
  var content: Content?
  /// The request, or whatever else wrote it there.
  var writer: String?
  /// The author and the machine, such as `ada@laptop`.
  var person: String

  init(content: Content?, writer: String?, person: String) {
    (self.content, self.writer, self.person) = (content, writer, person)
  }

  var bytes: [UInt8] {
    var writer = RecordWriter(capacity: 64 + (content?.bytes.count ?? 0))
    writer.write(Self.version)
    writer.write(person)
    writer.write(self.writer)
    writer.write(content != nil)
    guard let content else { return writer.bytes }
    writer.write(content.kind.rawValue)
    writer.write(content.cipher)
    writer.write(content.expires != nil)
    if let expires = content.expires { writer.write(Int(expires.microseconds)) }
    writer.write(content.bytes)
    return writer.bytes
  }

  /// - Throws: `.damaged`, `.newerVersion`
  init(_ bytes: [UInt8]) throws(RepositoryError) {
    var reader = RecordReader(bytes)
    guard try reader.number() == Self.version else {
      throw RepositoryError(
        .newerVersion, "A newer version of Parley wrote this value.", advice: "Update Parley to read it.")
    }
    person = String(try reader.text().prefix(Self.longestWriter))
    writer = try reader.optionalText().map { String($0.prefix(Self.longestWriter)) }
    guard try reader.flag() else { return }
    guard let kind = SharedValue.Kind(rawValue: try reader.text()) else { throw RecordReader.damage }
    let cipher = try reader.optionalText()
    let expires = try reader.flag() ? Timestamp(microseconds: Int64(try reader.int())) : nil
    content = Content(kind: kind, cipher: cipher, expires: expires, bytes: try reader.bytes())
  }
}
