internal import ParleyEditing
package import ParleyEngine
package import ParleyFiles
internal import ParleyModel

/// The result of importing a description or a collection of an API: values of the format, before any file is written.
///
/// Anything that could not be imported is listed in `notes`, with its place. Credentials are never imported in plain
/// text: a template is in their place, and they are in `secrets`, to be encrypted on this machine.
package struct ImportedAPI: Sendable {
  /// The imported format by its usual name: `OpenAPI 3.0.3`.
  package var format: String
  package var title: String
  package var docs: String?
  /// The first is the default.
  package var servers: [ServerDefinition] = []
  /// Values that are the same in every environment.
  package var variables: [Variable] = []
  package var environments: [ImportedEnvironment] = []
  /// The defaults of all requests.
  package var defaults = DefaultsDefinition()
  package var folders: [ImportedFolder] = []
  /// In the order of the source.
  package var requests: [ImportedRequest] = []
  package var mocks: [ImportedMocks] = []
  package var groups: [ImportedGroup] = []
  package var notes: [ImportNote] = []
  package var secrets: [ImportedSecret] = []
  /// A real path: the folder from which relative paths of files start. Nil where the source came from elsewhere.
  package var sourceFolder: String?
  /// The description itself, to be kept beside the requests.
  package var description: ImportedDescription?

  package init(format: String, title: String) {
    self.format = format
    self.title = title
  }
}

/// A description in one file.
package struct ImportedDescription: Sendable, Equatable {
  package var bytes: [UInt8]
  /// Of its file's name: `.yaml` or `.json`.
  package var ending: String
  /// Its contents, until they are looked through.
  var document: JSONValue?
}

package struct ImportedEnvironment: Sendable, Equatable {
  package var name: String
  package var variables: [Variable]
}

/// The defaults of the requests in a folder.
package struct ImportedFolder: Sendable, Equatable {
  /// Under `requests/`, without a slash at its ends.
  package var path: String
  @CopyOnWrite package var defaults: DefaultsDefinition
}

package struct ImportedRequest: Sendable, Equatable {
  /// Its path under `requests/`, as in `pets/list-pets`.
  package var id: String
  @CopyOnWrite package var definition: RequestDefinition
}

package struct ImportedMocks: Sendable, Equatable {
  /// Of the file under `mocks/`.
  package var name: String
  package var mocks: [MockDefinition]
}

package struct ImportedGroup: Sendable, Equatable {
  package var id: String
  @CopyOnWrite package var definition: GroupDefinition
}

extension BodyDefinition {
  /// Nil for one without any field: a file cannot say that.
  var unlessEmpty: BodyDefinition? {
    switch self {
    case .form(let rows): rows.isEmpty ? nil : self
    case .multipart(let parts): parts.isEmpty ? nil : self
    default: self
    }
  }
}

extension Variable {
  /// A value that may hold templates.
  package static func text(_ name: String, _ value: String) -> Variable {
    // As it will be read from the file: without quotes where it needs none.
    let isPlain = ScalarWriter(isFlow: false).line(value) == value
    return Variable(name: Located(name), content: Located(.text(value, isPlain: isPlain)))
  }

  /// One that is asked when something is sent.
  static func asked(_ name: String) -> Variable {
    Variable(name: Located(name), content: Located(.secret(.prompt)))
  }
}
