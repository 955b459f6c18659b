import { CLI } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { formatTable, withDeps } from '#runtime/command-line/command.ts';
import type { Environment } from '#runtime/config/env.ts';
import { listRecordKeys, resealRecordKeys, rotateRecordKey } from './record-keys.ts';

export const reseal = resealRecordKeys;

/** Prints the keys that sign records. */
export async function listKeys(tx: Tx): Promise<void> {
  const keys = await listRecordKeys(tx);
  if (keys.length === 0) return console.log('There is no key yet that signs records: the running server makes it.');
  const rows = keys.map(({ number, kid, madeAt }, at) => [
    String(number),
    kid,
    madeAt,
    keys[at + 1] ? `replaced ${keys[at + 1]?.madeAt}` : 'signs now',
  ]);
  console.log(formatTable([['', 'KEY THAT SIGNS RECORDS', 'MADE', ''], ...rows]));
}

/** `keys rotate records` */
export async function rotateKey(_args: string[], environment: Environment): Promise<void> {
  await withDeps(
    environment,
    async (deps, { publication }) => {
      const { kid, number } = await rotateRecordKey(deps, CLI);
      console.log(`Made key ${number}, which signs records from now on: ${kid}`);
      console.log('The previous key signed a statement about it, and its private part was deleted.');
      console.log(`All keys: ${publication.baseUrl}/.well-known/record-keys.json`);
    },
    { writesAddresses: true },
  );
}
