import Glibc

/// Both ends of a terminal of the kernel's.
final class TerminalDevice: Sendable {
  /// The end that a terminal program holds: what a person types goes in, what the screen gets comes out.
  let master: Int32
  /// The other end's path.
  let path: String

  // <asm-generic/ioctls.h>; openpty(3) is not to be had in Swift.
  private static let unlock: UInt = 0x4004_5431
  private static let number: UInt = 0x8004_5430
  private static let size: UInt = 0x5414

  init(columns: Int, rows: Int) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard master >= 0 else { throw SupportError.system("Cannot open /dev/ptmx") }
    var (unlocked, number): (Int32, UInt32) = (0, 0)
    guard ioctl(master, Self.unlock, &unlocked) == 0, ioctl(master, Self.number, &number) == 0 else {
      Glibc.close(master)
      throw SupportError.system("Cannot make a terminal")
    }
    path = "/dev/pts/\(number)"
    resize(columns: columns, rows: rows)
  }

  deinit { Glibc.close(master) }

  /// The kernel tells the programs in it (SIGWINCH).
  func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, Self.size, &size)
  }
}
