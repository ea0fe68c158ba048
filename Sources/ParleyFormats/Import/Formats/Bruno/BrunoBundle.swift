internal import ParleyEngine
internal import ParleyFiles
import ParleyModel

/// A Bruno collection in one file: an OpenCollection with its items inside, or Bruno's own export as JSON.
struct BrunoBundle: DocumentImport {
  /// By the paths that they would have in a folder.
  private(set) var files: [String: BrunoSource] = [:]
  let settings: JSONValue
  let title: String
  private static let deepest = 32

  init(_ document: JSONValue) {
    let isExport = document["opencollection"] == nil
    title = document["name"]?.string ?? document["info"]?["name"]?.string ?? "Bruno collection"
    settings = isExport ? Self.settings(ofExport: document) : document
    if isExport {
      files["collection.json"] = BrunoSource(
        BrunoItem(export: ["name": .string(title), "root": document["root"] ?? .null]))
    } else {
      var shared = document.object ?? [:]
      shared["items"] = nil
      files["opencollection.yml"] = BrunoSource(.object(shared))
    }
    add(document["items"]?.array ?? [], in: "", isExport, depth: 0)
  }

  static func isOne(_ document: JSONValue) -> Bool {
    guard let items = document["items"]?.array else { return false }
    if document["opencollection"] != nil || document["brunoConfig"] != nil { return true }
    return document["name"]?.string != nil
      && items.contains { $0["request"]?["url"] != nil || $0["items"]?.array != nil }
  }

  static func read(_ document: JSONValue, _ source: ImportSource, environments: [NamedDocument]) -> ImportedAPI {
    let bundle = BrunoBundle(document)
    var api = BrunoImport(bundle.files, settings: bundle.settings, title: bundle.title).imported()
    if document["opencollection"] == nil { api.notes += BrunoKeys.export.unread(in: document, as: "collection") }
    return api
  }

  /// In the words of an `opencollection.yml`.
  private static func settings(ofExport document: JSONValue) -> JSONValue {
    var settings = document["brunoConfig"]?.object ?? [:]
    settings["config"] = ["environments": document["environments"] ?? []]
    return .object(settings)
  }

  /// Files are numbered, so that those without a place in the order stay in that of the document.
  private mutating func add(_ items: [JSONValue], in folder: String, _ isExport: Bool, depth: Int) {
    guard depth < Self.deepest else { return }
    var folders = ImportNames()
    for (index, item) in items.enumerated() {
      let name = item["name"]?.string ?? item["info"]?["name"]?.string ?? ""
      let isFolder = (item["type"]?.string ?? item["info"]?["type"]?.string) == "folder"
      guard isFolder || item["items"]?.array?.isEmpty == false else {
        files["\(folder)\(Self.number(index)).yml"] = source(item, isExport)
        continue
      }
      let inner = folder + folders.free(ImportNames.folder(name, or: "folder")) + "/"
      var shared = item.object ?? [:]
      shared["items"] = nil
      files["\(inner)folder.yml"] = source(.object(shared), isExport)
      add(item["items"]?.array ?? [], in: inner, isExport, depth: depth + 1)
    }
  }

  private static func number(_ index: Int) -> String { String("\(1_000_000 + index)".dropFirst()) }

  private func source(_ item: JSONValue, _ isExport: Bool) -> BrunoSource {
    isExport ? BrunoSource(BrunoItem(export: item)) : BrunoSource(item)
  }
}
