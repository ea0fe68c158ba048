internal import CTerminal
import Glibc

/// Copies of this process's memory, in which secrets stand in clear.
package enum MemoryDumps {
  /// Set to `1`, it lets them be made: for debuggers, and for core files.
  package static let permission = "PARLEY_MEMORY_DUMPS"

  /// From here on a crash leaves no core file, and no other process of this user may read the memory. Programs that are
  /// started are free of it. Where ``permission`` is given, nothing changes.
  package static func forbid() {
    guard getenv(permission).map({ String(cString: $0) }) != "1" else { return }
    ct_forbid_memory_dumps()
  }
}
