internal import ParleyEngine
package import ParleyFiles
internal import ParleyModel
import ParleyText

extension ImportedAPI {
  /// A name for the folder of a workspace made of it.
  package var folderName: String { ImportNames.slug(title, or: "imported") }

  /// Reads what is at a path: a file in any of the formats, or the folder of a Bruno collection. Nothing is sent and nothing written.
  /// - Parameter environments: files of environments that Postman and JetBrains keep beside it.
  package init(at path: String, environments: [String] = []) throws(ImportError) {
    let folder = FileSystem.kind(ofTarget: path) == .directory ? path : BrunoFolder.of(file: path)
    if let folder {
      self = try BrunoFolder(folder).imported().writable()
      sourceFolder = try? FileSystem.realPath(folder)
    } else {
      var others: [ImportSource] = []
      for environment in environments { others.append(try ImportSource(file: environment)) }
      let real = (try? FileSystem.realPath(path)) ?? path
      try self.init(ImportSource(file: path), environments: others, in: real.parentPath)
      sourceFolder = real.parentPath
    }
  }

  /// Reads a text or a document.
  /// - Parameter folder: from which relative paths in it start.
  package init(_ source: ImportSource, environments: [ImportSource] = [], in folder: String? = nil) throws(ImportError)
  {
    var others: [NamedDocument] = []
    for environment in environments {
      others.append(NamedDocument(name: environment.name, document: try environment.document()))
    }
    if let api = Self.ofText(source, others, folder) {
      self = api.writable()
    } else if let script = Self.ofScript(source, folder) {
      self = script.writable()
    } else if let program = ForeignCommand.program(of: Self.beginning(of: source)) {
      throw .unsupported(
        format: "commands of \(program)", advice: "Copy the request as cURL: browsers and API documentation offer that."
      )
    } else {
      self = try Self.ofDocument(source, others).writable()
    }
    guard !requests.isEmpty else { throw .nothingFound(format: format) }
  }

  private static func ofText(_ source: ImportSource, _ environments: [NamedDocument], _ folder: String?) -> ImportedAPI?
  {
    // Its first lines tell what a text is; it may be large, and is mostly a document.
    guard let reader = ImportFormat.reader(ofText: beginning(of: source)),
      let text = String(validating: source.bytes, as: UTF8.self)
    else { return nil }
    let isMarked = text.hasPrefix("\u{FEFF}")
    return reader.read(isMarked ? String(text.dropFirst()) : text, source, in: folder, environments: environments)
  }

  /// A script may begin with anything; it is small.
  private static func ofScript(_ source: ImportSource, _ folder: String?) -> ImportedAPI? {
    guard source.bytes.count <= largestScript, let text = String(validating: source.bytes, as: UTF8.self),
      CurlFileImport.isScript(text)
    else { return nil }
    return CurlFileImport.read(text, source, in: folder, environments: [])
  }

  private static let largestScript = 1 << 20

  private static func beginning(of source: ImportSource) -> String {
    let bytes = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? source.bytes.dropFirst(3) : source.bytes[...]
    return String(decoding: bytes.prefix(4_096), as: UTF8.self)
  }

  private static func ofDocument(_ source: ImportSource, _ environments: [NamedDocument]) throws(ImportError)
    -> ImportedAPI
  {
    let (document, notes) = try source.read()
    guard let reader = ImportFormat.reader(of: document) else { throw .unknownFormat(file: source.name) }
    var api = try reader.read(document, source, environments: environments)
    api.notes = notes + api.notes
    return api
  }
}
