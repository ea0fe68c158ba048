import ParleyEngine

extension OpenedStore {
  /// Notes down an exchange while it goes on.
  func journal(of exchange: Exchange) throws(RepositoryError) -> ExchangeJournalFile {
    try ExchangeJournalFile(of: exchange, in: folder, sealer: sealer)
  }

  /// Those that went on when their programs died.
  func interruptedExchanges() -> [InterruptedExchange] { InterruptedExchange.all(in: folder, sealer: sealer) }
}
