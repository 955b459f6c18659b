import { parseArgs } from 'node:util';
import { deadLinks, measureBrief, printBriefTest, renderBriefText } from '#brief/emails/brief-text.ts';
import { getBrief, getBriefContent, listBriefs } from '#brief/issues/brief-record.ts';
import { checkBrief } from '#brief/issues/gate.ts';
import { briefSiteOf } from '#brief/issues/site.ts';
import { listTesters, sendBriefTest } from '#brief/issues/test-email.ts';
import type { Environment } from '#config/env.ts';
import { CLI } from '#core/actor.ts';
import { formatTable, onlyArgument, withDeps } from '#runtime/command-line/command.ts';
import type { Deps } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

const text = { type: 'string' } as const;

/** `brief list` */
export async function listAllBriefs(args: string[], environment: Environment): Promise<void> {
  parseArgs({ args });
  await withDeps(environment, async (deps) => {
    const rows = (await listBriefs(deps.db.read)).map(({ day, number, state, approved, due, problem, subject }) => [
      day,
      `No. ${number}`,
      state,
      approved ? `approved ${approved.revision}` : 'not approved',
      due ? `${due.wall} ${due.zone}` : '',
      problem ?? subject,
    ]);
    console.log(rows.length > 0 ? formatTable(rows) : 'No brief has been begun yet.');
  });
}

/** `brief show` */
export async function showBrief(args: string[], environment: Environment): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { revision: text } });
  const day = onlyArgument(positionals, 'DAY');
  await withDeps(
    environment,
    async (deps, config) => {
      const tx = deps.db.read;
      const brief = await getBrief(tx, day);
      const content = await getBriefContent(tx, day, await readRevision(deps, day, values.revision));
      const site = briefSiteOf({ ...siteSnapshot(), brief: config.brief }, measureBrief(emailOf()));
      for (const { severity, stops, message, step } of await checkBrief(deps, tx, { brief, content, site }))
        console.log(`${severity === 'warn' ? 'warning' : `stops the ${stops}`}: ${message} ${step}`);
      console.log(`\nRevision ${content.revision}, subject: ${content.subject}\n`);
      const links = deadLinks(config.publication.baseUrl);
      console.log(renderBriefText({ ...emailOf(), content }, links).replaceAll('\r\n', '\n'));
    },
    { writesAddresses: true },
  );
}

/** `brief test` */
export async function testBrief(args: string[], environment: Environment): Promise<void> {
  const options = { revision: text, to: text };
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const day = onlyArgument(positionals, 'DAY');
  await withDeps(
    environment,
    async (deps) => {
      const wanted = (values.to ?? '').split(',').map((address) => address.trim().toLowerCase());
      const people = await listTesters(deps.db.read);
      const memberIds = wanted.map(
        (email) => people.find((person) => person.email.toLowerCase() === email)?.id ?? email,
      );
      const revision = await readRevision(deps, day, values.revision);
      const sent = await sendBriefTest(deps, CLI, { day, revision, memberIds }, (content) =>
        printBriefTest({ ...emailOf(), content }),
      );
      console.log(`The test of revision ${revision} waits in the outbox for ${sent}; the running server sends it.`);
    },
    { writesAddresses: true },
  );
}

function emailOf() {
  const { publication } = siteSnapshot();
  return { publication, postalAddress: publication.postalAddress };
}

/** The latest revision when none is given. @throws Error for a word that is no number */
async function readRevision(deps: Deps, day: string, given: string | undefined): Promise<number> {
  if (given === undefined) return (await getBrief(deps.db.read, day)).latestRevision;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new Error('--revision is a whole number.');
}
