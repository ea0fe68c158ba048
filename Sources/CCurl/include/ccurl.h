#ifndef CCURL_H
#define CCURL_H
// libcurl, which is loaded when something of it is called for the first time: it brings some thirty other libraries, and most of what
// Parley does needs none of them.
//
// Its setters and getters are variadic, which Swift does not import: one typed inline for each kind of value.
#include <curl/curl.h>
// What a loop around libcurl waits with; Swift's Glibc has neither.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// The reason that libcurl cannot be used; null when it can. Without it every function below does nothing, and gives null or zero.
const char *ccurl_trouble(void);
// A function of a library that libcurl brings along; null where it brings none.
void *ccurl_find(const char *name);

// Result, name, parameters and arguments of every function that is used of it: `ccurl_free` is its `curl_free`.
#define CCURL_FUNCTIONS(F)                                                                                             \
  F(CURLcode, global_init, (long flags), (flags))                                                                      \
  F(char *, version, (void), ())                                                                                       \
  F(curl_version_info_data *, version_info, (CURLversion age), (age))                                                  \
  F(void, free, (void *memory), (memory))                                                                              \
  F(CURL *, easy_init, (void), ())                                                                                     \
  F(void, easy_cleanup, (CURL * easy), (easy))                                                                         \
  F(CURLcode, easy_pause, (CURL * easy, int mask), (easy, mask))                                                       \
  F(CURLcode, easy_recv, (CURL * easy, void *room, size_t count, size_t *read), (easy, room, count, read))             \
  F(CURLcode, easy_send, (CURL * easy, const void *bytes, size_t count, size_t *sent), (easy, bytes, count, sent))     \
  F(const char *, easy_strerror, (CURLcode code), (code))                                                              \
  F(CURLM *, multi_init, (void), ())                                                                                   \
  F(CURLMcode, multi_cleanup, (CURLM * multi), (multi))                                                                \
  F(CURLMcode, multi_add_handle, (CURLM * multi, CURL *easy), (multi, easy))                                           \
  F(CURLMcode, multi_remove_handle, (CURLM * multi, CURL *easy), (multi, easy))                                        \
  F(CURLMsg *, multi_info_read, (CURLM * multi, int *left), (multi, left))                                             \
  F(CURLMcode, multi_perform, (CURLM * multi, int *running), (multi, running))                                         \
  F(CURLMcode, multi_poll,                                                                                             \
    (CURLM * multi, struct curl_waitfd *others, unsigned count, int milliseconds, int *ready),                         \
    (multi, others, count, milliseconds, ready))                                                                       \
  F(CURLMcode, multi_socket_action, (CURLM * multi, curl_socket_t socket, int readiness, int *running),                \
    (multi, socket, readiness, running))                                                                               \
  F(CURLU *, url, (void), ())                                                                                          \
  F(void, url_cleanup, (CURLU * url), (url))                                                                           \
  F(CURLUcode, url_get, (const CURLU *url, CURLUPart part, char **text, unsigned flags), (url, part, text, flags))     \
  F(CURLUcode, url_set, (CURLU * url, CURLUPart part, const char *text, unsigned flags), (url, part, text, flags))

#define CCURL_DECLARE(result, name, parameters, arguments) result ccurl_##name parameters;
CCURL_FUNCTIONS(CCURL_DECLARE)
#undef CCURL_DECLARE

// The variadic ones, for the inlines below. Whoever has a handle has loaded libcurl.
extern CURLcode (*ccurl_easy_setopt)(CURL *easy, CURLoption option, ...);
extern CURLcode (*ccurl_easy_getinfo)(CURL *easy, CURLINFO info, ...);
extern CURLMcode (*ccurl_multi_setopt)(CURLM *multi, CURLMoption option, ...);

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return ccurl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return ccurl_easy_setopt(easy, option, value);
}

// libcurl keeps a copy of the text.
static inline CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return ccurl_easy_setopt(easy, option, value);
}

// libcurl keeps the pointer.
static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return ccurl_easy_setopt(easy, option, value);
}

static const long ccurl_basic_authorization = (long)CURLAUTH_BASIC;
static const long ccurl_digest_authorization = (long)CURLAUTH_DIGEST;

static inline CURLcode ccurl_set_headers(CURL *easy, struct curl_slist *list) {
  return ccurl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
}

// The callbacks, each with what it is handed back.

static inline void ccurl_on_header(CURL *easy, curl_write_callback call, void *context) {
  ccurl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, call);
  ccurl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

static inline void ccurl_on_body(CURL *easy, curl_write_callback call, void *context) {
  ccurl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, call);
  ccurl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

static inline void ccurl_on_upload(CURL *easy, curl_read_callback call, void *context) {
  ccurl_easy_setopt(easy, CURLOPT_READFUNCTION, call);
  ccurl_easy_setopt(easy, CURLOPT_READDATA, context);
}

static inline void ccurl_on_rewind(CURL *easy, curl_seek_callback call, void *context) {
  ccurl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, call);
  ccurl_easy_setopt(easy, CURLOPT_SEEKDATA, context);
}

static inline void ccurl_on_ready_to_send(CURL *easy, curl_prereq_callback call, void *context) {
  ccurl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, call);
  ccurl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

static inline void ccurl_on_debug(CURL *easy, curl_debug_callback call, void *context) {
  ccurl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, call);
  ccurl_easy_setopt(easy, CURLOPT_DEBUGDATA, context);
}

// Sockets that no program started meanwhile inherits.
static inline curl_socket_t ccurl_open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)context;
  (void)purpose;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static inline void ccurl_open_sockets_privately(CURL *easy) {
  ccurl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, ccurl_open_socket);
}

// What is known of a transfer; zero or null where nothing is.

static inline long ccurl_get_long(CURL *easy, CURLINFO info) {
  long value = 0;
  ccurl_easy_getinfo(easy, info, &value);
  return value;
}

static inline curl_off_t ccurl_get_offset(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  ccurl_easy_getinfo(easy, info, &value);
  return value;
}

static inline const char *ccurl_get_text(CURL *easy, CURLINFO info) {
  const char *value = NULL;
  ccurl_easy_getinfo(easy, info, &value);
  return value;
}

// The socket of a connection that was only made (CURLOPT_CONNECT_ONLY).
static inline curl_socket_t ccurl_get_socket(CURL *easy) {
  curl_socket_t value = CURL_SOCKET_BAD;
  ccurl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &value);
  return value;
}

// The certificates of the server, where they are collected (CURLOPT_CERTINFO).
static inline const struct curl_certinfo *ccurl_get_certificates(CURL *easy) {
  struct curl_certinfo *value = NULL;
  ccurl_easy_getinfo(easy, CURLINFO_CERTINFO, &value);
  return value;
}

static inline void *ccurl_get_context(CURL *easy) {
  void *value = NULL;
  ccurl_easy_getinfo(easy, CURLINFO_PRIVATE, &value);
  return value;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return ccurl_multi_setopt(multi, option, value);
}

static inline void ccurl_multi_on_socket(CURLM *multi, curl_socket_callback call, void *context) {
  ccurl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, call);
  ccurl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
}

static inline void ccurl_multi_on_timer(CURLM *multi, curl_multi_timer_callback call, void *context) {
  ccurl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, call);
  ccurl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

// The next transfer that has ended, or null; a message's result lies in a union, which Swift sees as nothing useful.
static inline CURL *ccurl_next_ended(CURLM *multi, CURLcode *result) {
  int left;
  CURLMsg *message;
  while ((message = ccurl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}
#endif
