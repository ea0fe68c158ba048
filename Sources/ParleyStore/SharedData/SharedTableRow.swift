internal import GRDB
import ParleyEngine

/// A change as a row has it. Nothing in it is taken on trust: a damaged file can hold anything anywhere.
struct SharedTableRow {
  let sealer: any Sealer

  /// - Throws: `.damaged` when not even its key can be read.
  func record(_ row: Row) throws(RepositoryError) -> SharedRecord {
    guard let sequence = row.value(0, as: Int64.self), let name = row.value(1, as: String.self),
      let environment = row.value(2, as: String.self), let at = row.value(3, as: Int64.self),
      let origin = row.value(5, as: Int64.self)
    else { throw RecordReader.damage }
    let key = SharedKey(name, in: environment.isEmpty ? nil : environment)
    return SharedRecord(
      sequence: sequence, key: key, content: content(row, of: key), writer: row.value(4, as: String.self),
      at: Timestamp(microseconds: at), origin: origin, restored: row.value(6, as: Int64.self),
      batch: row.value(14, as: Int64.self))
  }

  private func content(_ row: Row, of key: SharedKey) -> SharedContent? {
    guard row.value(12, as: DatabaseValue.self)?.isNull == false else { return nil }
    let cipher = row.value(8, as: String.self)
    let expires = row.value(13, as: Int64.self).map(Timestamp.init(microseconds:))
    guard let kind = row.value(7, as: String.self).flatMap(SharedValue.Kind.init),
      let keyName = row.value(9, as: String.self),
      let keyVersion = row.value(10, as: Int.self), let nonce = row.blob(11), let value = row.blob(12)
    else { return SharedContent(kind: .bytes, cipher: cipher, expires: expires, kept: .failure(RecordReader.damage)) }
    guard keyName == sealer.keyName else {
      // A value that no cipher keeps is sealed with the key of the machine, whatever a damaged name says.
      guard cipher != nil else {
        return SharedContent(kind: kind, cipher: nil, expires: expires, kept: .failure(RecordReader.damage))
      }
      let seal = Ciphertext.Seal(keyName: keyName, keyVersion: keyVersion, nonce: nonce)
      return SharedContent(kind: kind, cipher: cipher, expires: expires, kept: .success(Ciphertext(value, seal: seal)))
    }
    let kept = Result { () throws(RepositoryError) in
      Ciphertext(try sealer.open(nonce + value, at: .shared(key, kind, cipher, expires)))
    }
    return SharedContent(kind: kind, cipher: cipher, expires: expires, kept: kept)
  }

  /// The values of the columns from `kind` on. A value that its cipher did not seal is sealed with the key of the
  /// machine: so nothing is on the disk in clear, and nothing changes there unnoticed.
  func columns(_ content: SharedContent?, of key: SharedKey) throws(RepositoryError) -> StatementArguments {
    guard let content else { return [nil, nil, nil, nil, nil, nil, nil] }
    let kept = try content.kept.get()
    if let seal = kept.seal {
      return [
        content.kind.rawValue, content.cipher, content.expires?.microseconds, seal.keyName, seal.keyVersion,
        seal.nonce.databaseBlob, kept.bytes.databaseBlob,
      ]
    }
    let sealed = try sealer.seal(kept.bytes, at: .shared(key, content.kind, content.cipher, content.expires))
    let (nonce, value) = (Array(sealed.prefix(AESSealer.nonceSize)), Array(sealed.dropFirst(AESSealer.nonceSize)))
    return [
      content.kind.rawValue, content.cipher, content.expires?.microseconds, sealer.keyName, 1, nonce.databaseBlob,
      value.databaseBlob,
    ]
  }
}

extension SealedPlace {
  /// A value that does not expire is sealed as it was before there was expiry.
  fileprivate static func shared(
    _ key: SharedKey, _ kind: SharedValue.Kind, _ cipher: String?, _ expires: Timestamp?
  ) -> SealedPlace {
    let column = "\(kind.rawValue)\0\(cipher ?? "")"
    return SealedPlace(
      table: "shared", row: "\(SharedSQL.column(key.environment))\0\(key.name)",
      column: expires.map { "\(column)\0\($0.microseconds)" } ?? column)
  }
}
