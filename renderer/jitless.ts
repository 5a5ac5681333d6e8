import { z } from 'zod';

/** Before any schema is made: otherwise zod tries `new Function`, which the content policy forbids and reports. */
z.config({ jitless: true });
