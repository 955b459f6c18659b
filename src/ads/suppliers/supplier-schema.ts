import { z } from 'zod';
import { text } from '../../core/text.ts';

/** A supplier as the directory lists it. */
export const supplierSchema = z
  .strictObject({
    name: z.string(),
    what: z.string().describe('What they do, in one line.'),
    place: z.string(),
    url: z.string().meta({ format: 'uri' }).describe('Their own address, https.'),
    paid: z.boolean().describe('Whether the row was paid for. Paid rows stand where their names put them.'),
  })
  .meta({ id: 'Supplier', description: 'A row of the supplier directory.' });
export type Supplier = z.infer<typeof supplierSchema>;

export const directorySchema = z
  .strictObject({ suppliers: z.array(supplierSchema).describe('By name.'), nextCursor: z.string().nullable() })
  .meta({ id: 'SupplierDirectory', description: 'A page of the supplier directory.' });

/** What an editor writes of a supplier; the address is read on its own. */
export const supplierWords = z.strictObject({
  name: text({ min: 2, max: 120 }),
  what: text({ min: 5, max: 160 }),
  place: text({ min: 2, max: 120 }),
  url: text({ min: 1, max: 2000 }),
});
export type SupplierWords = z.infer<typeof supplierWords>;
