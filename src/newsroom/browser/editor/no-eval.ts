import * as z from 'zod';

// Each object schema of zod tries `new Function` when it is made, which the security policy of our pages refuses, and Firefox logs.
// Imported before every module with a schema.
z.config({ jitless: true });
