#define _GNU_SOURCE 1

#include "next.h"
#include "torture_system.h"

#include <sys/time.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
  NEXT(int, clock_gettime, clockid_t, struct timespec *);
  int result = next(clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    now->tv_sec += torture_control()->clock_offset;
  }
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  NEXT(int, gettimeofday, struct timeval *, void *);
  int result = next(now, zone);
  if (result == 0) now->tv_sec += torture_control()->clock_offset;
  return result;
}

time_t time(time_t *now) {
  NEXT(time_t, time, time_t *);
  time_t result = next(NULL) + torture_control()->clock_offset;
  if (now) *now = result;
  return result;
}
