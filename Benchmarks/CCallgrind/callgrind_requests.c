#include "callgrind_requests.h"

#include <stdint.h>

// The requests of <valgrind/callgrind.h>, so that its headers are not needed to build: rotations that cancel each other out, and an
// instruction without effect, which valgrind knows (its manual, "The Client Request mechanism").
static const uint64_t dump_statistics = ('C' << 24 | 'T' << 16) + 0;
static const uint64_t start_instrumentation = ('C' << 24 | 'T' << 16) + 4;

static void callgrind(uint64_t wish) {
  volatile uint64_t request[6] = {wish, 0, 0, 0, 0, 0};
  volatile uint64_t result = 0;
#if defined(__x86_64__)
  uint64_t answer = 0;
  __asm__ volatile("rolq $3, %%rdi ; rolq $13, %%rdi\n\t"
                   "rolq $61, %%rdi ; rolq $51, %%rdi\n\t"
                   "xchgq %%rbx, %%rbx"
                   : "=d"(answer)
                   : "a"(&request[0]), "0"(answer)
                   : "cc", "memory");
  result = answer;
#elif defined(__aarch64__)
  uint64_t answer = 0;
  __asm__ volatile("mov x3, %1\n\t"
                   "mov x4, %2\n\t"
                   "ror x12, x12, #3 ; ror x12, x12, #13\n\t"
                   "ror x12, x12, #51 ; ror x12, x12, #61\n\t"
                   "orr x10, x10, x10\n\t"
                   "mov %0, x3"
                   : "=r"(answer)
                   : "r"(answer), "r"(&request[0])
                   : "cc", "memory", "x3", "x4");
  result = answer;
#endif
  (void)result;
}

void callgrind_count(void) {
  callgrind(start_instrumentation);
  callgrind(dump_statistics);
}
