// The reference for small requests: libcurl's multi interface and nothing else.
//
//   cc -O2 -o curl-multi curl-multi.c -lcurl
//   curl-multi URL COUNT CONCURRENCY
//
// Prints one JSON object: seconds, cpuSeconds (user and system), peakKB, and how many answers were right.
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static size_t count_bytes(char *bytes, size_t size, size_t count, void *total) {
  (void)bytes;
  *(size_t *)total += size * count;
  return size * count;
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

static double seconds_of(struct timeval time) { return time.tv_sec + time.tv_usec / 1e6; }

static double cpu_seconds(struct rusage *usage) {
  getrusage(RUSAGE_SELF, usage);
  return seconds_of(usage->ru_utime) + seconds_of(usage->ru_stime);
}

static CURL *make_transfer(const char *url, size_t *bytes) {
  CURL *easy = curl_easy_init();
  if (!easy) exit(3);
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, count_bytes);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, bytes);
  return easy;
}

static int answered(const CURLMsg *message) {
  long status = 0;
  curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
  return message->data.result == CURLE_OK && status == 200;
}

// Runs `total` transfers, always as many at once as there are handles in `multi`.
static int run(CURLM *multi, int total, int started) {
  int right = 0, done = 0, running = 0;
  while (done < total) {
    curl_multi_perform(multi, &running);
    CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(multi, &left))) {
      CURL *easy = message->easy_handle;
      right += answered(message);
      done++;
      curl_multi_remove_handle(multi, easy);
      if (started++ < total) curl_multi_add_handle(multi, easy);
      else curl_easy_cleanup(easy);
    }
    if (done < total) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  return right;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: %s URL COUNT CONCURRENCY\n", argv[0]);
    return 2;
  }
  int total = atoi(argv[2]), concurrency = atoi(argv[3]);
  if (concurrency > total) concurrency = total;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  CURLM *multi = curl_multi_init();
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, 256L);
  struct rusage usage;
  size_t bytes = 0;
  double cpu = cpu_seconds(&usage), start = seconds_now();
  for (int index = 0; index < concurrency; index++) curl_multi_add_handle(multi, make_transfer(argv[1], &bytes));
  int right = run(multi, total, concurrency);
  double seconds = seconds_now() - start;
  cpu = cpu_seconds(&usage) - cpu;
  printf("{\"seconds\":%.6f,\"cpuSeconds\":%.6f,\"peakKB\":%ld,\"right\":%d,\"bytes\":%zu}\n", seconds, cpu,
         usage.ru_maxrss, right, bytes);
  curl_multi_cleanup(multi);
  return right == total ? 0 : 1;
}
