extension Answer {
  static var commands: [CommandRow] { [] }
}
