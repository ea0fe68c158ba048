internal import Glibc
internal import ParleyStore
internal import ParleyText

extension TeamPerson {
  /// The name of the writer on this machine, as the others of a team see it, such as `ada@laptop`.
  static var ofThisMachine: String {
    let user = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return Printable.text(user) }
    let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return Printable.text("\(user)@\(host.prefix { $0 != "." })")
  }
}
