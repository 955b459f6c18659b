import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { eraseAddress } from '#brief/subscribers/erase.ts';
import { exportSubscribers } from '#brief/subscribers/export-subscribers.ts';
import { importSchema, importSubscribers } from '#brief/subscribers/import-subscribers.ts';
import { decodeList } from '#brief/subscribers/read-list.ts';
import type { Environment } from '#config/env.ts';
import { CLI } from '#core/actor.ts';
import { onlyArgument, withDeps } from '#runtime/command-line/command.ts';

const text = { type: 'string' } as const;

/** `subscribers import` */
export async function importList(args: string[], environment: Environment): Promise<void> {
  const options = { 'vouched-by': text, consent: text, 'as-confirmed-because': text };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const list = decodeList(readFileSync(onlyArgument(positionals, 'FILE')));
  const terms = importSchema.safeParse({
    vouchedBy: values['vouched-by'] ?? '',
    consent: values.consent ?? '',
    asConfirmedBecause: values['as-confirmed-because'] ?? null,
  });
  if (!terms.success)
    throw new Error(
      terms.error.issues.map(({ path, message }) => `--${OPTIONS[String(path[0])]} ${message}`).join('\n'),
    );
  await withDeps(environment, async (deps) => {
    const { added, known, suppressed, optedOut, unclear, refused } = await importSubscribers(
      deps,
      CLI,
      list,
      terms.data,
    );
    for (const { line, error } of refused) console.error(`Line ${line} was left out: ${error}`);
    const out = optedOut.reduce((sum, { count }) => sum + count, 0);
    console.log(
      `${added} added${terms.data.asConfirmedBecause === null ? '; the running server asks each to confirm, 200 in an hour' : ' as confirmed'}, ` +
        `${known} known, ${suppressed} suppressed, ${out} opted out, ${refused.length} ${refused.length === 1 ? 'line' : 'lines'} left out.`,
    );
    for (const { why, count } of optedOut) console.log(`opted out, left out: ${count} (${why})`);
    for (const { why, count } of unclear) console.log(`not clear whether they agreed, left out: ${count} (${why})`);
    if (unclear.length > 0)
      console.log(
        'Write subscribed or unsubscribed there, or remove the column if it says nothing about consent; then import the list again.',
      );
  });
}

const OPTIONS: Record<string, string> = {
  vouchedBy: 'vouched-by',
  consent: 'consent',
  asConfirmedBecause: 'as-confirmed-because',
};

/** `subscribers export` */
export async function exportList(args: string[], environment: Environment): Promise<void> {
  const { values } = parseArgs({ args, options: { suppressed: { type: 'boolean' } } });
  await withDeps(environment, async (deps) => {
    process.stdout.write(await exportSubscribers(deps, CLI, values.suppressed ? 'suppressed' : 'confirmed'));
  });
}

/** `subscribers erase`. It does not print the address: the output may end in a log. */
export async function eraseOne(args: string[], environment: Environment): Promise<void> {
  const address = onlyArgument(parseArgs({ args, allowPositionals: true }).positionals, 'ADDRESS');
  await withDeps(environment, async (deps) => {
    await eraseAddress(deps, CLI, address);
    console.log('Erased. Backups from before still hold the address.');
  });
}
