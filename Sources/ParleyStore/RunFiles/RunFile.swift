import ParleyEngine
package import ParleyModel

/// A run in a file, to be looked at on another machine. JSON, a value a line:
///
///     {"parley":"run","version":1,"secrets":"masked","workspace":"demo","number":14,"exportedAt":"…"}
///     {"summary":{…}}
///     {"step":{…}}                    of the group as it was, in order
///     {"node":{…}}                    what a step did, in order; with "masked":true where something of it was masked
///     {"exchange":{…}}                a request and its response, without their bodies
///     {"requestBody":"…"}             a piece of its body as text, or in base64 as "requestBody64"
///     {"responseBody":"…"}            the same of the response
///     {"maskedResponse":true}         where something of the response was masked
///     {"end":{"lines":9,"sha256":"…"}}
///
/// The last line vouches for the ones before it. With a passphrase, all of it is sealed: ``RunFileSeal``.
package enum RunFile {
  static let version = 1

  /// The protection of the secrets of an exported run.
  package enum Protection: Sendable {
    /// A mask stands in their place.
    case masked
    /// They are in the file, which opens with this passphrase.
    case sealed(passphrase: String, cost: Int = KeySecret.standardCost)
  }

  /// The result of an export.
  package struct Export: Sendable, Hashable {
    /// How many exchanges are in the file.
    package var exchanges = 0
    /// How many exchanges of the run the history does not have any more.
    package var missing = 0
    /// How many steps have something masked.
    package var maskedSteps = 0
  }

  /// The result of an import.
  package enum Import: Sendable {
    case imported(KeptRun)
    /// The store had the run before, and was left as it was.
    case known(KeptRun)
  }

  /// Whether a file wants a passphrase.
  /// - Throws: `RunFileError` where it is no exported run.
  package static func isSealed(_ path: String) throws(RunFileError) -> Bool {
    var input = try RunFileInput(path)
    return try head(of: &input)["sealed"] != nil
  }

  static func head(of input: inout RunFileInput) throws(RunFileError) -> JSONValue {
    let first: JSONValue?
    do throws(RunFileError) { first = try input.next() } catch  where error.kind == .invalid { first = nil }
    guard let head = first, head["parley"]?.string == "run", let version = head["version"]?.int,
      version > 0
    else {
      throw RunFileError(
        .invalid, "This is not a file of an exported run.", place: input.path,
        advice: "Nothing was imported. `parley runs export RUN FILE` writes one.")
    }
    guard version <= Self.version else {
      throw RunFileError(
        .newerVersion, "A newer version of Parley wrote this file.", place: input.path,
        advice: "Nothing was imported. Update Parley.")
    }
    return head
  }
}
