import HTTPTypes
import ParleyEngine

// The engine's vocabulary as records.

extension RecordWriter {
  mutating func write(_ fields: HTTPFields) {
    write(fields) { writer, field in
      writer.write(field.name.rawName)
      field.withUnsafeBytesOfValue { writer.write($0) }
    }
  }

  mutating func write(_ timings: Timings) {
    write(timings.dns)
    write(timings.connect)
    write(timings.tls)
    write(timings.firstByte)
    write(timings.transfer)
    write(timings.total)
    write(timings.reusedConnection)
    write(timings.remoteAddress)
  }

  mutating func write(_ hop: Hop) {
    write(hop.url)
    write(hop.status)
    write(hop.location)
    write(hop.headers)
    write(hop.droppedHeaders) { $0.write($1) }
  }

  mutating func write(_ wire: WireLog?) {
    write(wire != nil)
    write(wire?.entries ?? []) { writer, entry in
      writer.write(entry.direction.rawValue)
      writer.write(entry.at)
      writer.write(entry.bytes)
      writer.write(entry.count)
    }
  }

  mutating func write(_ error: TransportError) {
    write(error.kind.rawValue)
    write(error.summary)
    write(error.detail)
  }

  /// Its code takes the place of a kind, none of which has a dot in it.
  mutating func write(_ error: AuthorizationError) {
    write(error.code)
    write(error.summary)
    write(error.detail)
  }

  mutating func write(_ attempt: Exchange.FailedAttempt) {
    write(Int(attempt.startedAt.microseconds))
    write(attempt.status ?? 0)
    write(attempt.code)
    write(attempt.summary)
    write(attempt.wait)
  }

  mutating func write(_ failure: ValidationFailure?) {
    write(failure?.expectation)
    write(failure?.reason)
  }
}

extension RecordReader {
  mutating func headers() throws(RepositoryError) -> HTTPFields {
    let fields = try list { reader throws(RepositoryError) in
      guard let name = HTTPField.Name(try reader.text()) else { throw Self.damage }
      return HTTPField(name: name, lenientValue: try reader.bytes())
    }
    return HTTPFields(fields)
  }

  mutating func timings() throws(RepositoryError) -> Timings {
    var timings = Timings()
    timings.dns = try duration()
    timings.connect = try duration()
    timings.tls = try duration()
    timings.firstByte = try duration()
    timings.transfer = try duration()
    timings.total = try duration()
    timings.reusedConnection = try flag()
    timings.remoteAddress = try optionalText()
    return timings
  }

  mutating func hop() throws(RepositoryError) -> Hop {
    Hop(
      url: try text(), status: try int(), location: try text(), headers: try headers(),
      droppedHeaders: try list { reader throws(RepositoryError) in try reader.text() })
  }

  mutating func wire() throws(RepositoryError) -> WireLog? {
    let isThere = try flag()
    let entries = try list { reader throws(RepositoryError) in try reader.wireEntry() }
    return isThere ? WireLog(entries) : nil
  }

  /// Reads the reason there is no response.
  mutating func failure() throws(RepositoryError) -> Exchange.Outcome {
    let (kind, summary, detail) = (try text(), try text(), try optionalText())
    if let kind = AuthorizationError.Kind(code: kind) {
      return .authorizationFailed(AuthorizationError(kind, summary, detail: detail))
    }
    return .failure(TransportError(.init(rawValue: kind) ?? .other, summary, detail: detail))
  }

  mutating func transportError() throws(RepositoryError) -> TransportError {
    TransportError(.init(rawValue: try text()) ?? .other, try text(), detail: try optionalText())
  }

  mutating func failedAttempt() throws(RepositoryError) -> Exchange.FailedAttempt {
    let (startedAt, status) = (Timestamp(microseconds: Int64(try int())), try int())
    return Exchange.FailedAttempt(
      startedAt: startedAt, status: status == 0 ? nil : status, code: try text(), summary: try text(),
      wait: try duration())
  }

  mutating func validationFailure() throws(RepositoryError) -> ValidationFailure? {
    let (expectation, reason) = (try optionalText(), try optionalText())
    guard let expectation, let reason else { return nil }
    return ValidationFailure(expectation: expectation, reason: reason)
  }

  private mutating func wireEntry() throws(RepositoryError) -> WireLog.Entry {
    guard let direction = WireLog.Direction(rawValue: try text()) else { throw Self.damage }
    return WireLog.Entry(direction, at: try duration(), bytes: try bytes(), count: try int())
  }
}
