internal import CTerminal

/// The library of the system that draws, as it is while the program runs.
package enum TerminalLibrary {
  package static var ncurses: (name: String, version: String) {
    ("ncurses", String(cString: ct_library_version()).replacing("ncurses ", with: ""))
  }
}
