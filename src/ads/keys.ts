import type { Environment } from '#config/env.ts';
import { CLI } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { formatTable, withDeps } from '#runtime/command-line/command.ts';
import { listProofKeys, resealProofKey, rotateProofKey } from './runs/proof-keys.ts';

export const reseal = resealProofKey;

/** Prints the keys that sign proofs. */
export async function listKeys(tx: Tx): Promise<void> {
  const keys = await listProofKeys(tx);
  if (!keys) return console.log('\nThere is no key yet that signs proofs of performance: the first proof makes it.');
  const rows = keys.replaced.map(({ kid, replacedAt }) => [kid, `replaced ${replacedAt}`]);
  console.log(`\n${formatTable([['KEY THAT SIGNS PROOFS OF AD RUNS', ''], ...rows, [keys.current, 'signs now']])}`);
}

/** `keys rotate proofs` */
export async function rotateKey(_args: string[], environment: Environment): Promise<void> {
  await withDeps(
    environment,
    async (deps, { publication }) => {
      const { kid } = await rotateProofKey(deps, CLI);
      console.log(`Made another key, which signs proofs of performance from now on: ${kid}`);
      console.log('The previous key signed a statement about it, and its private part was deleted.');
      console.log(`Proofs that it signed stay valid. All keys: ${publication.baseUrl}/api/v1/advertise/proof-key`);
    },
    { writesAddresses: true },
  );
}
