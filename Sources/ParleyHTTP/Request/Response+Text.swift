extension Response {
  /// The body as UTF-8: the body itself, unless it is in another charset or begins with a byte order mark.
  package var textBody: any ByteSource { TextBody.of(body, contentType: contentType) }

  /// The whole body as UTF-8.
  package func textBytes() throws -> [UInt8] {
    let body = textBody
    return try body.read(at: 0, count: body.count)
  }

  /// The charset of the body, as far as it is known.
  package var textForm: TextForm { TextBody.form(of: body, contentType: contentType) ?? .plain }
}
