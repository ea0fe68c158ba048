extension Console {
  /// Says that somebody asked for secrets, so that nobody passes the output on unaware.
  func noteRevealing() { note("Secrets are shown in clear.") }
}
