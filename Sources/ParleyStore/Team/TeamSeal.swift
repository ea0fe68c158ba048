import ParleyEngine
import ParleyTeam

/// Seals what leaves this machine for a team's server, and opens what comes from there.
struct TeamSeal: Sendable {
  let cipher: TeamCipher
  /// The person who writes here, such as `ada@laptop`.
  let person: String

  /// - Throws: `.locked`; `.key` for a value that another cipher has sealed, which nobody else could open.
  func seal(_ edit: SharedEdit) throws(RepositoryError) -> SealedEdit {
    let payload = TeamPayload(content: try content(of: edit), writer: edit.writer, person: person)
    let mark = TeamChangeMark(key: edit.key, isRemoval: edit.content == nil, at: edit.at, origin: edit.origin)
    return SealedEdit(
      key: edit.key, sealed: try seal(payload.bytes, at: mark.place), isRemoval: mark.isRemoval, at: edit.at,
      origin: edit.origin, restored: edit.restored, expectation: edit.expectation)
  }

  private func content(of edit: SharedEdit) throws(RepositoryError) -> TeamPayload.Content? {
    guard let content = edit.content else { return nil }
    return try payload(content, of: edit.key)
  }

  private func payload(_ content: SharedContent, of key: SharedKey) throws(RepositoryError) -> TeamPayload.Content {
    let kept = try content.kept.get()
    guard kept.seal == nil else { throw .ofOneMachine(key, cipher: content.cipher ?? "") }
    let cipher = content.cipher == SharedData.secretCipher ? TeamCipher.name : content.cipher
    return TeamPayload.Content(kind: content.kind, cipher: cipher, expires: content.expires, bytes: kept.bytes)
  }

  /// The same change with other content.
  func reseal(_ row: SealedRow, _ content: SharedContent) throws(RepositoryError) -> SealedBytes {
    var payload = try open(row)
    payload.content = try self.payload(content, of: row.key)
    return try seal(payload.bytes, at: TeamChangeMark(row).place)
  }

  /// The same change of another key: who wrote it, and when, stays.
  func moved(
    _ row: SealedRow, to key: SharedKey, _ expectation: SharedEdit.Expectation
  ) throws(RepositoryError) -> SealedEdit {
    let mark = TeamChangeMark(key: key, isRemoval: row.isRemoval, at: row.at, origin: row.origin)
    return SealedEdit(
      key: key, sealed: try seal(try open(row).bytes, at: mark.place), isRemoval: row.isRemoval, at: row.at,
      origin: row.origin, expectation: expectation)
  }

  /// The change as shared data knows it. While the team's key is locked its value is there, but does not open.
  func record(_ row: SealedRow) -> SharedRecord {
    guard !cipher.isLocked else { return record(row, row.isRemoval ? nil : locked(row), writer: nil) }
    do throws(RepositoryError) {
      let payload = try open(row)
      return record(row, payload.content.map(SharedContent.init), writer: shownWriter(of: payload))
    } catch {
      let damaged = SharedContent(kind: .bytes, cipher: TeamCipher.name, kept: .failure(error))
      return record(row, row.isRemoval ? nil : damaged, writer: nil)
    }
  }

  private func record(_ row: SealedRow, _ content: SharedContent?, writer: String?) -> SharedRecord {
    SharedRecord(
      sequence: row.sequence, key: row.key, content: content, writer: writer, at: row.at, origin: row.origin,
      restored: row.restored, batch: row.batch)
  }

  private func locked(_ row: SealedRow) -> SharedContent {
    var content = SharedContent(
      kind: .bytes, cipher: TeamCipher.name, kept: .success(Ciphertext(row.sealed.bytes, seal: row.sealed.seal)))
    content.isKindSealed = true
    return content
  }

  /// The writer to show. For one's own changes it is that of the payload, as for other keys; for those of others the
  /// person is named too.
  func shownWriter(of payload: TeamPayload) -> String? {
    guard !payload.person.isIdentical(to: person) else { return payload.writer }
    guard let writer = payload.writer, !writer.isIdentical(to: TeamPerson.byHand) else { return payload.person }
    return "\(writer) (\(payload.person))"
  }

  private func open(_ row: SealedRow) throws(RepositoryError) -> TeamPayload {
    let payload = try TeamPayload(try open(row.sealed, at: TeamChangeMark(row).place))
    guard (payload.content == nil) == row.isRemoval else { throw RecordReader.damage }
    return payload
  }
}

// Any bytes.
extension TeamSeal {
  func seal(_ plain: [UInt8], at place: SealedPlace) throws(RepositoryError) -> SealedBytes {
    let key: CipherKey
    do throws(SharedDataError) { key = try cipher.unlocked() } catch { throw TeamCipher.locked }
    return try key.seal(plain, at: place)
  }

  /// - Throws: `.locked`, `.key`, `.damaged`
  func open(_ sealed: SealedBytes, at place: SealedPlace) throws(RepositoryError) -> [UInt8] {
    let key: CipherKey
    do throws(SharedDataError) { key = try cipher.unlocked() } catch { throw TeamCipher.locked }
    return try key.open(sealed, at: place)
  }
}

/// Which change it is: what a seal vouches for besides the content.
private struct TeamChangeMark {
  let key: SharedKey
  let isRemoval: Bool
  let at: Timestamp
  let origin: Int64

  init(key: SharedKey, isRemoval: Bool, at: Timestamp, origin: Int64) {
    (self.key, self.isRemoval, self.at, self.origin) = (key, isRemoval, at, origin)
  }

  init(_ row: SealedRow) {
    self.init(key: row.key, isRemoval: row.isRemoval, at: row.at, origin: row.origin)
  }

  var place: SealedPlace {
    SealedPlace(
      table: "team", row: "\(key.environment ?? "")\0\(key.name)",
      column: "\(isRemoval ? "removal" : "value") \(at.microseconds) \(origin)")
  }
}

/// The names of people who write for a team.
package enum TeamPerson {
  /// The writer of what people write themselves.
  package static let byHand = "by hand"
}

extension SharedContent {
  fileprivate init(_ content: TeamPayload.Content) {
    self.init(
      kind: content.kind, cipher: content.cipher, expires: content.expires, kept: .success(Ciphertext(content.bytes)))
  }
}

extension RepositoryError {
  fileprivate static func ofOneMachine(_ key: SharedKey, cipher: String) -> RepositoryError {
    RepositoryError(
      .key, "“\(key.name)” is the team's, and “\(cipher)” encrypts it for one machine only.", place: key.name,
      advice: "Use the cipher team, which encrypts with the team's key, or none.")
  }
}
