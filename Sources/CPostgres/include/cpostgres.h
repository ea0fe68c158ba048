/// libpq, loaded when it is first needed: a program that connects to no server neither loads it nor needs it installed.
///
/// `cpq_NAME` is libpq's `PQNAME`. None may be called before `cpq_load` has succeeded.
#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <postgresql/libpq-fe.h>
#include <stdbool.h>

/// Loads libpq.so.5 once. NULL when it is loaded; otherwise the loader's words.
const char *cpq_load(void);

/// Each with its result, name, parameters, and arguments.
#define CPQ_FUNCTIONS(F)                                                                                             \
  F(int, libVersion, (void), ())                                                                                     \
  F(PQconninfoOption *, conninfoParse, (const char *text, char **error), (text, error))                              \
  F(void, conninfoFree, (PQconninfoOption * options), (options))                                                     \
  F(void, freemem, (void *memory), (memory))                                                                         \
  F(PGconn *, connectStartParams, (const char *const *words, const char *const *values, int expands),                \
    (words, values, expands))                                                                                        \
  F(PostgresPollingStatusType, connectPoll, (PGconn * connection), (connection))                                     \
  F(ConnStatusType, status, (const PGconn *connection), (connection))                                                \
  F(char *, errorMessage, (const PGconn *connection), (connection))                                                  \
  F(void, finish, (PGconn * connection), (connection))                                                               \
  F(int, socket, (const PGconn *connection), (connection))                                                           \
  F(int, setnonblocking, (PGconn * connection, int is), (connection, is))                                            \
  F(int, flush, (PGconn * connection), (connection))                                                                 \
  F(int, sendQueryParams,                                                                                            \
    (PGconn * connection, const char *command, int count, const Oid *types, const char *const *values,               \
     const int *lengths, const int *formats, int format),                                                            \
    (connection, command, count, types, values, lengths, formats, format))                                           \
  F(int, sendQuery, (PGconn * connection, const char *command), (connection, command))                               \
  F(int, consumeInput, (PGconn * connection), (connection))                                                          \
  F(int, isBusy, (PGconn * connection), (connection))                                                                \
  F(PGresult *, getResult, (PGconn * connection), (connection))                                                      \
  F(PGnotify *, notifies, (PGconn * connection), (connection))                                                       \
  F(ExecStatusType, resultStatus, (const PGresult *result), (result))                                                \
  F(char *, resultErrorField, (const PGresult *result, int field), (result, field))                                  \
  F(int, ntuples, (const PGresult *result), (result))                                                                \
  F(char *, getvalue, (const PGresult *result, int row, int column), (result, row, column))                          \
  F(int, getlength, (const PGresult *result, int row, int column), (result, row, column))                            \
  F(int, getisnull, (const PGresult *result, int row, int column), (result, row, column))                            \
  F(void, clear, (PGresult * result), (result))                                                                      \
  F(const char *, parameterStatus, (const PGconn *connection, const char *name), (connection, name))                 \
  F(int, serverVersion, (const PGconn *connection), (connection))                                                    \
  F(int, sslInUse, (PGconn * connection), (connection))                                                              \
  F(const char *, sslAttribute, (PGconn * connection, const char *name), (connection, name))                         \
  F(PGVerbosity, setErrorVerbosity, (PGconn * connection, PGVerbosity verbosity), (connection, verbosity))            \
  F(PQnoticeReceiver, setNoticeReceiver, (PGconn * connection, PQnoticeReceiver receiver, void *context),            \
    (connection, receiver, context))

#define CPQ_DECLARE(result, name, parameters, arguments) result cpq_##name parameters;
CPQ_FUNCTIONS(CPQ_DECLARE)

/// Lets notices of the server pass unseen; libpq would write them to standard error.
void cpq_ignoreNotices(PGconn *connection);

#endif
