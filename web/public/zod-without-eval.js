// The content security policy forbids eval, and zod would probe for it when its module runs. This file runs before every module, whichever
// chunk zod is in.
globalThis.__zod_globalConfig = { jitless: true };
