#ifndef CCURL_H
#define CCURL_H
// libcurl's setters and getters are variadic, which Swift does not import: one typed inline for each kind of value.
#include <curl/curl.h>
// What a loop around libcurl waits with; Swift's Glibc has neither.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

// libcurl keeps a copy of the text.
static inline CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

// libcurl keeps the pointer.
static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

static const long ccurl_basic_authorization = (long)CURLAUTH_BASIC;
static const long ccurl_digest_authorization = (long)CURLAUTH_DIGEST;

static inline CURLcode ccurl_set_headers(CURL *easy, struct curl_slist *list) {
  return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
}

// The callbacks, each with what it is handed back.

static inline void ccurl_on_header(CURL *easy, curl_write_callback call, void *context) {
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, call);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

static inline void ccurl_on_body(CURL *easy, curl_write_callback call, void *context) {
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, call);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

static inline void ccurl_on_upload(CURL *easy, curl_read_callback call, void *context) {
  curl_easy_setopt(easy, CURLOPT_READFUNCTION, call);
  curl_easy_setopt(easy, CURLOPT_READDATA, context);
}

static inline void ccurl_on_rewind(CURL *easy, curl_seek_callback call, void *context) {
  curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, call);
  curl_easy_setopt(easy, CURLOPT_SEEKDATA, context);
}

static inline void ccurl_on_ready_to_send(CURL *easy, curl_prereq_callback call, void *context) {
  curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, call);
  curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

static inline void ccurl_on_debug(CURL *easy, curl_debug_callback call, void *context) {
  curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, call);
  curl_easy_setopt(easy, CURLOPT_DEBUGDATA, context);
}

// Sockets that no program started meanwhile inherits.
static inline curl_socket_t ccurl_open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)context;
  (void)purpose;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static inline void ccurl_open_sockets_privately(CURL *easy) {
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, ccurl_open_socket);
}

// What is known of a transfer; zero or null where nothing is.

static inline long ccurl_get_long(CURL *easy, CURLINFO info) {
  long value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

static inline curl_off_t ccurl_get_offset(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

static inline const char *ccurl_get_text(CURL *easy, CURLINFO info) {
  const char *value = NULL;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

// The socket of a connection that was only made (CURLOPT_CONNECT_ONLY).
static inline curl_socket_t ccurl_get_socket(CURL *easy) {
  curl_socket_t value = CURL_SOCKET_BAD;
  curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &value);
  return value;
}

static inline void *ccurl_get_context(CURL *easy) {
  void *value = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value);
  return value;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline void ccurl_multi_on_socket(CURLM *multi, curl_socket_callback call, void *context) {
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, call);
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
}

static inline void ccurl_multi_on_timer(CURLM *multi, curl_multi_timer_callback call, void *context) {
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, call);
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

// The next transfer that has ended, or null; a message's result lies in a union, which Swift sees as nothing useful.
static inline CURL *ccurl_next_ended(CURLM *multi, CURLcode *result) {
  int left;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}
#endif
