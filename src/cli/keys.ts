import { listRecordKeys, rotateRecordKey } from '../article/records/record-keys.ts';
import { CLI } from '../core/actor.ts';
import type { Environment } from '../env.ts';
import { formatTable, withDeps } from './command.ts';

/** `keys list` */
export async function listKeys(_args: string[], environment: Environment): Promise<void> {
  await withDeps(environment, async (deps) => {
    const keys = await listRecordKeys(deps.db.read);
    if (keys.length === 0) return console.log('There is no key yet: the running server makes it.');
    const rows = keys.map(({ number, kid, madeAt }, at) => [
      String(number),
      kid,
      madeAt,
      keys[at + 1] ? `replaced ${keys[at + 1]?.madeAt}` : 'signs now',
    ]);
    console.log(formatTable([['', 'KEY', 'MADE', ''], ...rows]));
  });
}

/** `keys rotate` */
export async function rotateKey(_args: string[], environment: Environment): Promise<void> {
  await withDeps(environment, async (deps, { publication }) => {
    const { kid, number } = await rotateRecordKey(deps, CLI);
    console.log(`Made key ${number}, which signs records from now on: ${kid}`);
    console.log('The key before it signed a statement about it, and its private part was deleted.');
    console.log(`All keys: ${publication.baseUrl}/.well-known/record-keys.json`);
  });
}
