import { existsSync, unlinkSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listProofKeys, resealProofKey, rotateProofKey } from '#ads/runs/proof-keys.ts';
import { resealUserCodes } from '#agents/claims.ts';
import { makeKey } from '#brief/commands/brief-key.ts';
import { resealDkimKey } from '#brief/domain/dkim-key.ts';
import type { Environment } from '#config/env.ts';
import { CLI } from '#core/actor.ts';
import { type Reseal, resealFrom } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import { resealWebhooks } from '#integrations/signature.ts';
import { resealApps } from '#people/second-factor/app-code.ts';
import { listRecordKeys, resealRecordKeys, rotateRecordKey } from '#records/record-keys.ts';
import { formatTable, onlyArgument, withDeps } from '#runtime/command-line/command.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { logPlacement } from '#runtime/publication-log.ts';
import { fingerprintOf, lockKeys, lockOfKeys, newSiteKey, replaceSealingKey } from '#runtime/site-keys.ts';

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
    await printRecordKeys(deps.db.read);
    await printProofKeys(deps.db.read);
  });
}

async function printRecordKeys(tx: Tx): Promise<void> {
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

async function printProofKeys(tx: Tx): Promise<void> {
  const keys = await listProofKeys(tx);
  if (!keys) return console.log('\nThere is no key yet that signs proofs of ad runs: the first proof makes it.');
  const rows = keys.replaced.map(({ kid, replacedAt }) => [kid, `replaced ${replacedAt}`]);
  console.log(`\n${formatTable([['KEY THAT SIGNS PROOFS OF AD RUNS', ''], ...rows, [keys.current, 'signs now']])}`);
}

/** `keys move`: writes a new SITE_KEY into a new file, and encrypts the keys of the site with it. */
export async function moveKeys(args: string[], environment: Environment): Promise<void> {
  const file = resolve(onlyArgument(args, 'path of a new file'));
  if (existsSync(file)) throw new Error(`${file} exists already. Nothing was changed. Give the path of a new file.`);
  await withDeps(environment, async (deps) => {
    const siteKey = newSiteKey();
    // The file first: a database that is encrypted with a key that nobody has cannot be opened.
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
    console.log('3. Run “plumbline keys rotate site”: backups from before hold the key that encrypts now.');
  });
}

/** `keys rotate [records|site|dkim|proofs]` */
export async function rotateKey(args: string[], environment: Environment): Promise<void> {
  const what = args.length === 0 ? 'records' : onlyArgument(args, 'name of a key');
  if (what === 'records') return rotateRecords(environment);
  if (what === 'site') return rotateSite(environment);
  if (what === 'dkim') return makeKey(['--replace'], environment);
  if (what === 'proofs') return rotateProofs(environment);
  throw new Error(`“${what}” is no key that can be rotated. Give records, site, dkim or proofs.`);
}

async function rotateRecords(environment: Environment): Promise<void> {
  await withDeps(
    environment,
    async (deps, { publication }) => {
      const { kid, number } = await rotateRecordKey(deps, CLI);
      console.log(`Made key ${number}, which signs records from now on: ${kid}`);
      console.log('The key before it signed a statement about it, and its private part was deleted.');
      console.log(`All keys: ${publication.baseUrl}/.well-known/record-keys.json`);
    },
    { writesAddresses: true },
  );
}

async function rotateProofs(environment: Environment): Promise<void> {
  await withDeps(
    environment,
    async (deps, { publication }) => {
      const { kid } = await rotateProofKey(deps, CLI);
      console.log(`Made another key, which signs proofs of ad runs from now on: ${kid}`);
      console.log('The key before it signed a statement about it, and its private part was deleted.');
      console.log(`Proofs that it signed stay valid. All keys: ${publication.baseUrl}/api/v1/advertise/proof-key`);
    },
    { writesAddresses: true },
  );
}

/** Everything in the database that the server encrypts. A test compares the list with the files that encrypt. */
const RESEAL: readonly ((tx: Tx, reseal: Reseal) => Promise<void>)[] = [
  resealRecordKeys,
  resealDkimKey,
  resealProofKey,
  resealWebhooks,
  resealApps,
  resealUserCodes,
];

async function rotateSite(environment: Environment): Promise<void> {
  await withDeps(environment, async (deps, { siteKey }) => {
    const before = { hashing: deps.key, sealing: deps.sealKey };
    await deps.db.write(async (tx) => {
      const fresh = await replaceSealingKey(tx, before, siteKey);
      const reseal = resealFrom(before.sealing, fresh.sealing);
      for (const resealPart of RESEAL) await resealPart(tx, reseal);
      await noteAct(deps, tx, 'site.key_rotated');
      await logPlacement(deps, tx, 'site'); // every process reads the keys again
    });
    console.log(
      'Made another key that encrypts, and encrypted every secret with it. Servers that have the present SITE_KEY take it within a second; restart any other one.',
    );
    console.log('Clients that registered by /oauth/register have to register again, which they do by themselves.');
    if (siteKey === null)
      console.log('The key is readable in the database. “plumbline keys move FILE” encrypts it with a key in a file.');
  });
}

async function noteAct(deps: Deps, tx: Tx, act: 'site.keys_moved' | 'site.key_rotated'): Promise<void> {
  await writeJournal(deps, tx, CLI, { act, subject: { kind: 'setting', id: 'site-key' } });
}
