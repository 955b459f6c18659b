import { sha256 } from '#records/signing/signed-document.ts';

/** The chain before the first record. */
export const START = '0'.repeat(64);

/** The hash of the chain up to a record: of the hash before it and the hash of the record, each with a line end. */
export function chainHash(previous: string, hash: string): string {
  return sha256(`${previous}\n${hash}\n`);
}
