import { config } from 'zod';

// The content security policy forbids eval; zod would probe for it. Must be the first import of the page.
config({ jitless: true });
