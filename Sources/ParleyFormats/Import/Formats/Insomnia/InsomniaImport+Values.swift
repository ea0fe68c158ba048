internal import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyText

// Environments and folders.
extension InsomniaImport {
  mutating func declareElements() {
    let used = Set(texts.templates.used)
    for element in elements {
      let variable = texts.variable(element.name, element.value, of: element.environment)
      guard used.contains(variable.name.value) else { continue }
      if let index = api.environments.firstIndex(where: { $0.name == element.environment }) {
        api.environments[index].variables.append(variable)
      } else if !api.variables.contains(where: { $0.name.value == variable.name.value }) {
        api.variables.append(variable)
      }
    }
  }

  /// The values of a base environment or a folder. One that another place declares with another value gets a name of its own.
  mutating func addValues(_ data: JSONValue?, of place: String?) {
    noteElements(of: data, in: nil)
    for (key, value) in Self.flattened(data) {
      var variable = texts.variable(key, value, of: place)
      let known = api.variables.first { $0.name.value == variable.name.value }
      if let known, known.content.value == variable.content.value { continue }
      if known != nil {
        var taken = ImportNames(taken: api.variables.map(\.name.value))
        let name = Variable.name(from: taken.free(variable.name.value))
        texts.templates.renamed[variable.name.value] = name
        api.notes.append(
          ImportNote(
            place ?? "environments", "\(Printable.quoted(key)) has another value elsewhere: here it is \(name)."))
        variable.name = Located(name)
      }
      api.variables.append(variable)
    }
  }

  /// `{ "a": ["x"] }` is `a` as a text, and `a.0` where a template reads that.
  private mutating func noteElements(of data: JSONValue?, in environment: String?, path: String = "", depth: Int = 0) {
    guard depth < 8 else { return }
    for (key, value) in data?.object ?? [:] {
      let name = path.isEmpty ? key : "\(path).\(key)"
      noteElements(of: value, in: environment, path: name, depth: depth + 1)
      for (index, item) in (value.array ?? []).prefix(100).enumerated() where item.isScalar {
        elements.append((environment, "\(name).\(index)", PostmanText.text(item) ?? ""))
      }
    }
  }

  /// `{ "a": { "b": 1 } }` is `a.b`, as templates write it.
  private static func flattened(_ data: JSONValue?, in path: String = "", depth: Int = 0) -> [(String, String)] {
    guard depth < 8 else { return [] }
    return (data?.object ?? [:]).flatMap { key, value -> [(String, String)] in
      let name = path.isEmpty ? key : "\(path).\(key)"
      if value.object != nil { return flattened(value, in: name, depth: depth + 1) }
      return [(name, value.array == nil ? PostmanText.text(value) ?? "" : JSONPrinter.compact.string(of: value))]
    }
  }

  mutating func add(environment: JSONValue) {
    let name = environmentNames.free(ImportNames.slug(environment["name"]?.string ?? "", or: "local"))
    let isPrivate = (environment["isPrivate"] ?? environment["meta"]?["isPrivate"])?.bool == true
    let secrets = (environment["kvPairData"]?.array ?? []).filter { $0["type"]?.string == "secret" }
    let names = Set(secrets.compactMap { $0["name"]?.string })
    noteElements(of: environment["data"], in: name)
    let variables = Self.flattened(environment["data"]).map {
      texts.variable($0.0, $0.1, isSecret: isPrivate || names.contains($0.0), of: name)
    }
    api.environments.append(ImportedEnvironment(name: name, variables: variables))
  }

  /// - Returns: the names that hold again behind the folder.
  mutating func addFolder(_ item: JSONValue, _ path: [String]) -> [String: String] {
    let outer = texts.templates.renamed
    let place = path.joined(separator: "/")
    addValues(item["environment"], of: place)
    var defaults = DefaultsDefinition()
    defaults.docs = Self.docs(of: item)
    defaults.headers = headers(item["headers"])
    defaults.headers.leaveOutDisabledHeaders(inherited: inherited, at: place, &api.notes)
    inherited.formUnion(defaults.headers.filter(\.isOn).map { $0.name.lowercased() })
    defaults.auth = auth(item["authentication"], at: place, &defaults.headers).map { Located($0) }
    noteScripts(item, place)
    if defaults != DefaultsDefinition() { api.folders.append(ImportedFolder(path: place, defaults: defaults)) }
    return outer
  }

  static func docs(of item: JSONValue) -> Located<String>? {
    (item["description"]?.string ?? item["meta"]?["description"]?.string).flatMap { $0.isEmpty ? nil : Located($0) }
  }

  mutating func noteScripts(_ item: JSONValue, _ place: String) {
    let scripts = [
      item["preRequestScript"], item["afterResponseScript"], item["scripts"]?["preRequest"],
      item["scripts"]?["afterResponse"],
    ].compactMap { $0?.string }.filter { !$0.trimmed.isEmpty }
    if !scripts.isEmpty { api.notes.append(ImportNote(place, "\(scripts.count.counted("script")) left out.")) }
  }
}
