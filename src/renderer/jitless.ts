import { z } from "zod";

// The content security policy has no 'unsafe-eval'; zod would probe for it when the first schema is made. Imported first.
z.config({ jitless: true });
