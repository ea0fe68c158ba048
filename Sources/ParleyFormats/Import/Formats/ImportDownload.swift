internal import HTTPTypes
package import ParleyEngine
package import ParleyFiles
internal import ParleyText

/// A description or collection on a server. The files that it refers to are fetched from its own folder there, and from
/// nowhere else.
///
/// ```swift
/// let api = try await ImportedAPI(ImportDownload("https://pets.example.com/openapi.yaml").source())
/// ```
package struct ImportDownload: Sendable {
  private let url: String
  private let client = Client()
  private let following: @Sendable (Call) -> Void
  /// A description of more files is cut short; what is in the others is listed as missing.
  private static let mostFiles = 200

  /// - Parameter following: is told each transfer before it starts, to show how far it is.
  package init(_ url: String, following: @escaping @Sendable (Call) -> Void = { _ in }) {
    self.url = url
    self.following = following
  }

  /// Whether a person means an address, and not a file.
  package static func isAddress(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// - Throws: ``ImportError/download(_:)`` or ``ImportError/notServed(_:status:)``.
  package func source() async throws(ImportError) -> ImportSource {
    let response = try await fetch(url)
    let address = ServedAddress(response.url)
    let bytes = try read(response)
    let others = await referred(by: bytes, in: address)
    return ImportSource(address.name, bytes, origin: address.origin) { others[$0] }
  }

  private func fetch(_ url: String) async throws(ImportError) -> Response {
    var options = TransferOptions()
    options.maxBody = ImportSource.limit
    let response: Response
    let call = client.prepare(.get(url).options(options))
    following(call)
    do throws(RequestError) {
      response = try await call.response()
    } catch { throw .download(error) }
    guard response.status.kind == .successful else { throw .refused(response) }
    return response
  }

  private func read(_ response: Response) throws(ImportError) -> [UInt8] {
    do { return try response.bytes() } catch { throw .refused(response) }
  }

  /// The files that it refers to, and those that these refer to, by their paths from its folder.
  private func referred(by bytes: [UInt8], in address: ServedAddress) async -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    var seen: Set<String> = []
    var open = FileReferences(in: bytes, from: "").paths
    while let path = open.popLast(), found.count < Self.mostFiles {
      guard seen.insert(path).inserted, let url = address.url(of: path),
        let response = try? await fetch(url), ServedAddress(response.url).origin == address.origin,
        let bytes = try? response.bytes()
      else { continue }
      found[path] = bytes
      open += FileReferences(in: bytes, from: path).paths
    }
    return found
  }
}

extension ImportError {
  fileprivate static func refused(_ response: Response) -> ImportError {
    .notServed(Printable.text(response.url), status: response.status.code)
  }
}

/// The address of a file on a server.
private struct ServedAddress {
  /// Its scheme, host and port.
  let origin: String
  /// Ends with a slash.
  private let folder: String
  let name: String

  init(_ url: String) {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    let start = path.firstRange(of: "://")?.upperBound ?? path.startIndex
    let end = path[start...].firstIndex(of: "/") ?? path.endIndex
    let slash = path[end...].lastIndex(of: "/")
    origin = String(path[..<end])
    folder = slash.map { String(path[...$0]) } ?? "\(path)/"
    let last = slash.map { String(path[path.index(after: $0)...]) } ?? ""
    name = last.isEmpty ? String(path[start..<end]) : last
  }

  /// Of a file in the folder or below; nil for any other.
  package func url(of path: String) -> String? {
    guard !path.split(separator: "/").contains(".."), !path.hasPrefix("/") else { return nil }
    return folder + path
  }
}

/// The files that `$ref` of a document names (OpenAPI 3.1, §4.8.23).
private struct FileReferences {
  private(set) var paths: [String] = []
  private let file: String

  init(in bytes: [UInt8], from file: String) {
    self.file = file
    if let document = try? ImportSource.document(file, bytes) { collect(document) }
  }

  private mutating func collect(_ value: JSONValue) {
    if let reference = value["$ref"]?.string {
      let path = String(reference.prefix { $0 != "#" })
      if let target = OpenAPIReferences.file(path, from: file), !path.isEmpty { paths.append(target) }
    }
    for (_, member) in value.object ?? [:] { collect(member) }
    for item in value.array ?? [] { collect(item) }
  }
}
