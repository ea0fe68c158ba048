// Keys by what is known of them, by the parts of their names, and by their values.
extension SharedData {
  /// A query for the keys that the active environment sees.
  package func query(prefix: String = "", filter: String = "", offset: Int = 0, limit: Int = .max) -> SharedQuery {
    let (environment, rules) = state.withLock { ($0.environment, $0.rules) }
    return SharedQuery(
      environment: environment, rules: rules, prefix: prefix, filter: filter, offset: offset, limit: limit)
  }

  /// The keys of a query. Secrets are hidden.
  package func list(_ query: SharedQuery) async throws(SharedDataError) -> SharedPage {
    do throws(RepositoryError) {
      let page = try await storage.list(query)
      return SharedPage(total: page.total, entries: page.records.map { entry($0, showsSecrets: false) })
    } catch {
      throw SharedDataError(error)
    }
  }

  /// The keys of a query, by their names: what they hold is not read.
  package func keys(_ query: SharedQuery) async throws(SharedDataError) -> [SharedKey] {
    do throws(RepositoryError) { return try await storage.keys(query) } catch { throw SharedDataError(error) }
  }

  /// The keys that are there, and whose values nobody can see before a cipher is unlocked.
  package func lockedKeys() async throws(SharedDataError) -> [SharedKey] {
    let locked = state.withLock { $0.ciphers.filter { $0.value.isLocked } }.keys.sorted()
    var keys: [SharedKey] = []
    for cipher in locked {
      var query = query()
      (query.conditions, query.isCounted) = ([SharedCondition(.cipher(cipher))], false)
      do throws(RepositoryError) {
        keys += try await storage.list(query).records.filter { $0.content?.cipher == cipher }.map(\.key)
      } catch {
        throw SharedDataError(error)
      }
    }
    return keys
  }

  /// The groups and keys right below the query's prefix, counted.
  package func level(_ query: SharedQuery, limit: Int = 10_000) async throws(SharedDataError) -> SharedLevel {
    do throws(RepositoryError) {
      return try await storage.level(query, limit: limit)
    } catch {
      throw SharedDataError(error)
    }
  }

  /// The number of the last change of all; 0 before the first.
  package func lastChange() async throws(SharedDataError) -> Int64 {
    do throws(RepositoryError) { return try await storage.lastSequence() } catch { throw SharedDataError(error) }
  }

  /// How many keys of a query stand before that name, in the order of the names.
  package func position(of name: String, in query: SharedQuery) async throws(SharedDataError) -> Int {
    var all = query
    (all.limit, all.after) = (0, nil)
    var later = all
    later.after = name
    let isThere = try await lastChange(of: key(name))?.content != nil
    return max(0, try await list(all).total - (try await list(later).total) - (isThere ? 1 : 0))
  }

  /// Looks for values among the next keys of a query, in the order of their names. What is sealed is looked into only where
  /// its cipher is unlocked; nobody is asked.
  /// - Parameters:
  ///   - query: `after` says where to go on, `limit` how many keys are looked at.
  ///   - accepts: whether a value is looked for. It keeps nothing of it.
  package func find(
    _ query: SharedQuery, where accepts: (SharedValue) -> Bool
  ) async throws(SharedDataError) -> SharedFindings {
    var query = query
    (query.sort, query.isCounted) = (SharedSort(), false)
    let records: [SharedRecord]
    do throws(RepositoryError) { records = try await storage.list(query).records } catch {
      throw SharedDataError(error)
    }
    var findings = SharedFindings(next: records.count < query.limit ? nil : records.last?.key.name)
    for record in records {
      guard let content = record.content else { continue }
      findings.lookedAt += 1
      do throws(SharedDataError) {
        if accepts(try decode(content, of: record.key)) { findings.entries.append(entry(record, showsSecrets: false)) }
      } catch  where error.kind == .locked {
        findings.locked += 1
      } catch {
        continue
      }
    }
    return findings
  }
}

/// The findings of a search through some keys' values.
package struct SharedFindings: Sendable {
  /// Secrets are hidden.
  package var entries: [SharedEntry] = []
  package var lookedAt = 0
  /// Values that were not looked into, as their cipher is locked.
  package var locked = 0
  /// The place at which to continue; nil at the end.
  package var next: String?

  init(next: String?) {
    self.next = next
  }
}
