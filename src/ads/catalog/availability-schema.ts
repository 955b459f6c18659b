import { z } from 'zod';

const daySpanSchema = z
  .strictObject({ from: z.iso.date(), to: z.iso.date() })
  .meta({ id: 'AdDays', description: 'From one day to another, both included.' });
export type DaySpan = z.infer<typeof daySpanSchema>;

const freeUnitSchema = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    term: z.string(),
    free: z.array(daySpanSchema).describe('Days nobody holds.'),
    starts: z.array(daySpanSchema).describe('First days on which the whole term is free.'),
  })
  .meta({ id: 'AdFreeUnit', description: 'When a unit of the catalog is free.' });
export type FreeUnit = z.infer<typeof freeUnitSchema>;

export const availabilitySchema = z
  .strictObject({
    from: z.iso.date().describe('Tomorrow.'),
    until: z.iso.date().describe('The last day of the fourth issue ahead.'),
    units: z.array(freeUnitSchema),
  })
  .meta({
    id: 'AdAvailability',
    description:
      'Free dates of every unit that has dates, days being those of UTC. An issue is a quarter of the calendar.',
  });
export type Availability = z.infer<typeof availabilitySchema>;

const proofKeySchema = z
  .strictObject({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: z.string(),
    kid: z.string(),
    use: z.literal('sig'),
    alg: z.literal('EdDSA'),
  })
  .meta({ id: 'ProofKey', description: 'A public key (RFC 8037), known by its thumbprint (RFC 7638).' });

export const proofKeysSchema = z
  .strictObject({ keys: z.array(proofKeySchema).describe('None before the first proof is made.') })
  .meta({ id: 'ProofKeys', description: 'By what proofs of run are signed (RFC 7517).' });

/** By name, as the API description has them. */
export const availabilitySchemas = {
  daySpanSchema,
  freeUnitSchema,
  availabilitySchema,
  proofKeySchema,
  proofKeysSchema,
};
