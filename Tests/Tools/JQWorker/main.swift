// The worker that tests evaluate filters with, beside them.

import ParleyWorkspace

JQWorkerProgram.run()
