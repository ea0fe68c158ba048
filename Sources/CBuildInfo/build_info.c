#include "build_info.h"

const char *build_info_commit(void) { return PARLEY_COMMIT; }
const char *build_info_date(void) { return PARLEY_DATE; }
