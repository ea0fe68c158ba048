import ParleyEngine
import ParleyTeam

/// The schema that holds a team's data: its names, and the steps that made it what it is.
struct TeamSchema: Sendable {
  /// The version of the schema that this program makes.
  static var version: Int { migrations.count }
  /// The oldest version that this program works with, apart from the features of later ones.
  static let oldestUsableVersion = 1
  /// Snapshots came with this one.
  static let versionWithSnapshots = 2
  /// With this one snapshots go along when their environment gets another name.
  static let versionWithMovingSnapshots = 3

  /// Each step brings the schema from the version of its place to the next. What has been released never changes.
  private static let migrations = [TeamSchema.first, TeamSchema.second, TeamSchema.third]

  private let name: String

  /// - Throws: `.unusablePath` for a name that would have to be quoted everywhere.
  init(_ name: String) throws(RepositoryError) {
    let isPlain = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "_")
    }
    guard isPlain, name.first?.isNumber == false, name.utf8.count <= 48, !name.hasPrefix("pg_") else {
      throw RepositoryError(
        .unusablePath, "This cannot be the name of a team's schema.",
        advice: "Use small letters, digits and _, such as parley or shop_team.")
    }
    self.name = name
  }

  /// The role whose members may read and write.
  var memberRole: String { "\(name)_member" }

  /// A statement with its names in place of `@schema@` and the like.
  func sql(_ text: String) -> String {
    let (channel, member) = ("\(name)_changes", memberRole)
    return text.replacing("@schema@", with: "\"\(name)\"").replacing("'@schema'", with: "'\(name)'")
      .replacing("@member@", with: "\"\(member)\"").replacing("'@member'", with: "'\(member)'")
      .replacing("@channel@", with: "\"\(channel)\"").replacing("'@channel'", with: "'\(channel)'")
  }

  /// The steps from a version on, as one script.
  func migration(from version: Int, to end: Int = TeamSchema.version) -> String {
    let steps = Self.migrations.prefix(end).dropFirst(version).joined(separator: "\n")
    return sql("\(steps)\nUPDATE @schema@.about SET version = \(end);\n\(Self.rights)")
  }

  /// The members read everything, and change nothing but by the functions. Said anew after every migration.
  private static let rights = """
    REVOKE ALL ON SCHEMA @schema@ FROM PUBLIC;
    REVOKE ALL ON ALL TABLES IN SCHEMA @schema@ FROM PUBLIC, @member@;
    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA @schema@ FROM PUBLIC;
    GRANT USAGE ON SCHEMA @schema@ TO @member@;
    GRANT SELECT ON ALL TABLES IN SCHEMA @schema@ TO @member@;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA @schema@ TO @member@;
    """

  /// The role of the members, which a cluster has once for all its databases.
  var role: String {
    sql(
      """
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = '@member') THEN
          CREATE ROLE @member@ NOLOGIN;
        END IF;
      END $$;
      """)
  }
}
