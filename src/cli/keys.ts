import { existsSync, unlinkSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CAPABILITIES } from '#app.ts';
import { CLI } from '#core/actor.ts';
import { resealFrom } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import type { KeyPart } from '#http/capability.ts';
import { onlyArgument, withDeps } from '#runtime/command-line/command.ts';
import type { Environment } from '#runtime/config/env.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { fingerprintOf, lockKeys, lockOfKeys, newSiteKey, replaceSealingKey } from '#runtime/site-keys.ts';
import { ROTATED_KEYS } from './rotated-keys.ts';

/** `keys list` */
export async function listKeys(args: string[], environment: Environment): Promise<void> {
  parseArgs({ args });
  await withDeps(environment, async (deps) => {
    const lock = await lockOfKeys(deps.db.read);
    console.log(
      lock === null
        ? 'The keys of the site are readable in its database. “plumbline keys move FILE” encrypts them.\n'
        : `The keys of the site are encrypted with the SITE_KEY of fingerprint ${lock}.\n`,
    );
    for (const { listKeys: list } of await loadParts()) await list?.(deps.db.read);
  });
}

/** `keys move`: writes a new SITE_KEY into a new file, and encrypts the keys of the site with it. */
export async function moveKeys(args: string[], environment: Environment): Promise<void> {
  const file = resolve(onlyArgument(args, 'path of a new file'));
  if (existsSync(file)) throw new Error(`${file} exists already. Nothing was changed. Give the path of a new file.`);
  await withDeps(environment, async (deps) => {
    const siteKey = newSiteKey();
    // The file comes first: if the database were encrypted and the key lost, nobody could open it.
    writeFileSync(file, `${siteKey}\n`, { mode: 0o600, flag: 'wx', flush: true });
    try {
      await deps.db.write(async (tx) => {
        await lockKeys(tx, { hashing: deps.key, sealing: deps.sealKey }, siteKey);
        await noteAct(deps, tx, 'site.keys_moved');
      });
    } catch (error) {
      unlinkSync(file);
      throw error;
    }
    console.log(
      `Wrote the SITE_KEY of fingerprint ${fingerprintOf(siteKey)} to ${file}, and encrypted the keys of the site with it.`,
    );
    console.log(`1. Copy the file to a safe place that holds no backup. Without it nobody can open the keys.`);
    console.log(
      `2. Make it readable for the user of the server, set SITE_KEY_FILE=${file} for every server and command, and restart.`,
    );
    console.log('3. Run “plumbline keys rotate site”: earlier backups have the key that encrypts now.');
  });
}

/** `keys rotate`: the key that signs records, unless another one is named. */
export async function rotateKey(args: string[], environment: Environment): Promise<void> {
  const name = args.length === 0 ? 'records' : onlyArgument(args, 'name of a key');
  if (name === 'site') return rotateSite(environment);
  for (const { keys } of CAPABILITIES) {
    if (keys?.signs !== name) continue;
    const { rotateKey: rotate } = await keys.load();
    return rotate?.([], environment);
  }
  throw new Error(`“${name}” is no key that can be rotated. The keys are ${ROTATED_KEYS.join(', ')}.`);
}

function loadParts(): Promise<KeyPart[]> {
  return Promise.all(CAPABILITIES.flatMap(({ keys }) => (keys ? [keys.load()] : [])));
}

async function rotateSite(environment: Environment): Promise<void> {
  const parts = await loadParts();
  await withDeps(environment, async (deps, { siteKey }) => {
    const before = { hashing: deps.key, sealing: deps.sealKey };
    await deps.db.write(async (tx) => {
      const fresh = await replaceSealingKey(tx, before, siteKey);
      const reseal = resealFrom(before.sealing, fresh.sealing);
      for (const part of parts) await part.reseal(tx, reseal);
      await noteAct(deps, tx, 'site.key_rotated');
      await logPlacement(deps, tx, 'site'); // every process reads the keys again
    });
    console.log(
      'Replaced the key that encrypts, and encrypted every secret with the new key. Servers that have the present SITE_KEY use it within a second; restart the others.',
    );
    console.log('Clients that registered by /oauth/register register again at their next visit.');
    if (siteKey === null)
      console.log('The key is readable in the database. “plumbline keys move FILE” encrypts it with a key in a file.');
  });
}

async function noteAct(deps: Deps, tx: Tx, act: 'site.keys_moved' | 'site.key_rotated'): Promise<void> {
  await writeJournal(deps, tx, CLI, { act, subject: { kind: 'setting', id: 'site-key' } });
}
