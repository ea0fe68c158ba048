extension Composer {
  static var commands: [CommandRow] { [] }
}
