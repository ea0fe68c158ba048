/// One field of a multipart body: a text, bytes from memory, or a file.
///
/// ```swift
/// Body.multipart([.field("title", "Sunset"), .png("photo", pixels), .file("film", "/home/ada/sunset.mp4")])
/// ```
public struct Part: Sendable, Hashable {
  /// The source of a part's content.
  public enum Source: Sendable, Hashable {
    /// From memory.
    case bytes([UInt8])
    /// The path of a file, read while it is sent.
    case file(String)
  }

  /// The field's name.
  public var name: String
  /// The file's name as sent to the server; nil where the part is no file.
  public var filename: String?
  /// Nil says nothing, which means text.
  public var contentType: String?
  /// The source of the content.
  public var source: Source

  /// A part of any kind; `field`, `bytes`, `png`, `jpg` and `file` make the usual ones.
  public init(_ name: String, _ source: Source, filename: String? = nil, contentType: String? = nil) {
    self.name = name
    self.source = source
    self.filename = filename
    self.contentType = contentType
  }

  /// A text without file name and content type.
  public static func field(_ name: String, _ value: String) -> Part {
    Part(name, .bytes(Array(value.utf8)))
  }

  /// A file from memory.
  /// - Parameters:
  ///   - name: the field's.
  ///   - bytes: the content.
  ///   - filename: the field's name by default.
  ///   - contentType: nil says nothing.
  public static func bytes(
    _ name: String, _ bytes: [UInt8], filename: String? = nil, contentType: String? = "application/octet-stream"
  ) -> Part {
    Part(name, .bytes(bytes), filename: filename ?? name, contentType: contentType)
  }

  /// A picture from memory.
  public static func png(_ name: String, _ bytes: [UInt8], filename: String? = nil) -> Part {
    .bytes(name, bytes, filename: filename ?? "\(name).png", contentType: "image/png")
  }

  /// A picture from memory.
  public static func jpg(_ name: String, _ bytes: [UInt8], filename: String? = nil) -> Part {
    .bytes(name, bytes, filename: filename ?? "\(name).jpg", contentType: "image/jpeg")
  }

  /// A file from disk, of any size.
  /// - Parameters:
  ///   - name: the field's.
  ///   - path: of the file.
  ///   - filename: the last part of the path by default.
  ///   - contentType: by the file's name by default.
  public static func file(
    _ name: String, _ path: String, filename: String? = nil, contentType: String? = nil
  ) -> Part {
    Part(
      name, .file(path), filename: filename ?? path.split(separator: "/").last.map(String.init) ?? path,
      contentType: contentType ?? MediaType.ofFile(path))
  }
}
