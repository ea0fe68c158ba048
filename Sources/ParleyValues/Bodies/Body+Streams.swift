package import Cryptography
package import HTTPTypes

// Bodies from disk, and of several parts.
extension Body {
  /// A file as the whole body, read while it is sent.
  ///
  /// A file that cannot be read fails the request before anything is sent.
  /// - Parameters:
  ///   - path: of the file.
  ///   - contentType: by the file's name by default.
  public static func file(_ path: String, contentType: String? = nil) -> Body {
    Body { Encoded(.stream(try FileStream(path)), contentType: contentType ?? MediaType.ofFile(path)) }
      .readingFiles()
  }

  /// `multipart/form-data`, its parts in the order given. Files are read while they are sent.
  /// - Parameters:
  ///   - parts: in their order.
  ///   - boundary: a random one by default.
  public static func multipart(_ parts: [Part], boundary: String? = nil) -> Body {
    let body = Body {
      let multipart = try Multipart(parts, boundary: boundary ?? Multipart.boundary())
      return Encoded(multipart.content, contentType: multipart.contentType)
    }
    return parts.contains { $0.isFile } ? body.readingFiles() : body
  }

  /// `multipart/form-data`: fields first, files behind them.
  ///
  /// ```swift
  /// Body.multipart(fields: [("title", "Sunset")], files: [.png("photo", pixels)])
  /// ```
  public static func multipart(fields: [(name: String, value: String)], files: [Part]) -> Body {
    .multipart(fields.map { Part.field($0.name, $0.value) } + files)
  }

  /// The same body with a `Content-MD5` header (RFC 1864): base64 of the MD5 of what is sent. A file is read once more
  /// for it, before anything is sent.
  public func withContentMD5() -> Body {
    var body = Body(codedEncoder: { [encoder] coding in
      var encoded = try encoder(coding)
      encoded.wantsMD5 = true
      return encoded
    })
    (body.isFile, body.readsAhead) = (isFile, isFile)
    return body
  }

  private func readingFiles() -> Body {
    var copy = self
    copy.isFile = true
    return copy
  }
}

extension Part {
  fileprivate var isFile: Bool {
    guard case .file = source else { return false }
    return true
  }
}

extension Body.Encoded {
  /// Up to here a body in memory is packed at once, so that its length can be said.
  private static let packedAtOnce = 1 << 20

  /// As it is sent: packed if wanted, unless it is packed already, and with its digest.
  /// - Parameter headers: those of the request's own.
  package func finished(compressing: Bool, beside headers: HTTPFields) throws(InvalidRequest) -> Body.Encoded {
    guard compressing || wantsMD5 else { return self }
    do {
      var copy = self
      if compressing, !headers.contains(.contentEncoding), !self.headers.contains(.contentEncoding) { try copy.pack() }
      if wantsMD5 { try copy.addDigest() }
      return copy
    } catch let error as InvalidRequest {
      throw error
    } catch {
      throw .encoding(String(describing: error))
    }
  }

  private mutating func pack() throws {
    headers[.contentEncoding] = "gzip"
    if case .bytes(let bytes) = content, bytes.count <= Self.packedAtOnce {
      content = .bytes(try Gzip.compress(bytes))
    } else {
      content = .stream(GzipStream(content: content))
    }
  }

  private mutating func addDigest() throws {
    guard let name = HTTPField.Name.contentMD5 else { return }
    headers[name] = Base64.encode(try content.sum(.md5))
  }
}

extension HTTPField.Name {
  /// `Content-MD5`, which the library of types does not know.
  package static let contentMD5 = HTTPField.Name("Content-MD5")
}

extension BodyContent {
  /// Of the whole body, read from front to back.
  package func sum(_ algorithm: MessageDigest.Algorithm) throws -> [UInt8] {
    var digest = MessageDigest(algorithm)
    let reader = try open()
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    while case let count = try piece.withUnsafeMutableBytes({ try reader.read(into: $0) }), count > 0 {
      piece.withUnsafeBytes { digest.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    return digest.sum
  }
}
