package import ParleyEngine
internal import ParleyModel
internal import ParleyText

/// The reason why nothing can be imported.
package enum ImportError: Error, Sendable {
  case file(FileError)
  case download(RequestError)
  case notServed(String, status: Int)
  case unreadable(Diagnostic)
  case unknownFormat(file: String)
  case unsupported(format: String, advice: String)
  case nothingFound(format: String)
  case badFolder(String, reason: String)
  case noDescription(format: String)
  case nothingToUpdate(String, known: [String])
  /// - Parameter file: nil where it is known only while it is read.
  case tooMuchMemory(_ file: String?, limit: Int)
  case tooSlow(Duration)
}

extension ImportError: ExplainedError {
  package var code: String {
    switch self {
    case .file: "import.file"
    case .download: "import.download"
    case .notServed: "import.notServed"
    case .unreadable: "import.unreadable"
    case .unknownFormat: "import.unknownFormat"
    case .unsupported: "import.unsupported"
    case .nothingFound: "import.nothingFound"
    case .badFolder: "import.badFolder"
    case .noDescription: "import.noDescription"
    case .nothingToUpdate: "import.nothingToUpdate"
    case .tooMuchMemory: "import.tooMuchMemory"
    case .tooSlow: "import.tooSlow"
    }
  }

  package var summary: String {
    switch self {
    case .file(let error): error.summary
    case .download(let error): error.summary
    case .notServed(_, let status): "The server answered with status \(status), not with a description."
    case .unreadable(let diagnostic): "The file cannot be read: \(diagnostic.sentence)."
    case .unknownFormat: "This file is in no format that Parley imports."
    case .unsupported(let format, _): "Parley does not import \(format)."
    case .nothingFound(let format): "The \(format) file has no requests."
    case .badFolder(let folder, let reason): "\(Printable.quoted(folder)) cannot be a folder of requests: \(reason)."
    case .noDescription(let format):
      "Only descriptions of \(Self.descriptions) bring a workspace up to date, not \(format)."
    case .tooMuchMemory(_, let limit): "The file holds more than fits in the \(limit >> 20) MB that an import may take."
    case .tooSlow(let limit): "Reading the file took the \(limit.components.seconds) s that an import may take."
    case .nothingToUpdate(let name, _): "The workspace has no description \(Printable.quoted(name)) to update."
    }
  }

  private static var descriptions: String {
    ImportFormat.allCases.filter(\.isDescription).map(\.title).joined(separator: " and ")
  }

  package var place: String? {
    switch self {
    case .unreadable(let diagnostic): diagnostic.place.exact
    case .unknownFormat(let file): Printable.text(file)
    case .download(let error): error.place
    case .notServed(let url, _): url
    case .tooMuchMemory(let file?, _): Printable.text(file)
    default: nil
    }
  }

  package var advice: String? {
    switch self {
    case .file(let error): error.advice
    case .download(.transport(let error)) where error.kind == .tls:
      "`parley certificate URL` shows the certificate. To import without the check, send the URL as a request, trust the "
        + "server there, save the body with s, and import that file."
    case .download(let error): error.advice
    case .notServed: "Open the address in a browser; if it needs a sign-in, download the file and import that."
    case .unreadable(let diagnostic): diagnostic.hint
    case .unknownFormat: "It imports \(ImportFormat.allCases.map(\.details).joined(separator: ", "))."
    case .unsupported(_, let advice): advice
    case .nothingFound: nil
    case .tooMuchMemory, .tooSlow: "Split it, or leave out what you do not need, such as recorded responses."
    case .badFolder: "Choose a name of letters, digits and hyphens, such as `shop/v2`."
    case .noDescription: "Import it without --update."
    case .nothingToUpdate(_, let known):
      known.isEmpty
        ? "Import it without --update first."
        : "It has \(known.joined(separator: ", ")): choose one with --description."
    }
  }
}
