#include "ccurl.h"
#include "czlib.h"
