import { runInChild } from '#runtime/child-process.ts';
import type { Deps } from '#runtime/deps.ts';
import { parseBounceAddress } from './bounce-address.ts';
import { recordBounce } from './record-bounce.ts';
import type { ReportJob, ReportResult } from './report-child.ts';

// Anybody can send to the mailbox for reports: only an email that one of our deliveries could have caused is read whole, and
// it is parsed in a child.

const CHILD = new URL('./report-child.ts', import.meta.url);
/** Parsing 256 KB takes far less; an email that takes more is no report. */
const CHILD_LIMITS = { memory: 256 * 1024 * 1024, time: 2000 };
/** Bytes of the headers that name the recipient; a report has a few hundred. */
const LONGEST_ADDRESSED = 8 * 1024;

/** An email in the mailbox; `id` is its number there. */
export type FoundEmail = {
  id: string;
  /** The headers that name a recipient. */
  readHeaders: () => Promise<Buffer | undefined>;
  /** The email, at most its first `MOST_READ` bytes. */
  readSource: () => Promise<Buffer | undefined>;
};

/** What an email was, and whether it was parsed. */
export type Counted = { as: 'foreign' | 'report' | 'failure'; isParsed: boolean };

/** Counts what an email reports about a delivery of ours. */
export async function countEmail(deps: Deps, email: FoundEmail, bounceHost: string): Promise<Counted> {
  if (!(await namesDelivery(deps, await email.readHeaders(), bounceHost))) return { as: 'foreign', isParsed: false };
  const source = await email.readSource();
  return source
    ? { as: await countReport(deps, { id: email.id, source }, bounceHost), isParsed: true }
    : { as: 'foreign', isParsed: false };
}

async function countReport(
  deps: Deps,
  email: { id: string; source: Buffer },
  bounceHost: string,
): Promise<Counted['as']> {
  const job = { source: email.source, bounceHost };
  const report = (await runInChild<ReportJob, ReportResult>(CHILD, job, CHILD_LIMITS))?.report;
  if (!report) return 'foreign';
  const { address, failure, messageId } = report;
  if (!failure) return (await isOurs(deps, address.tokenHash)) ? 'report' : 'foreign';
  const { tokenHash, day } = address;
  const id = messageId || email.id;
  const counted = await recordBounce(deps, { ...failure, subscriber: { tokenHash }, day, source: 'mailbox', id });
  return counted === 'stranger' ? 'foreign' : 'failure';
}

/** Whether the headers name the address of a delivery to a subscriber of ours. */
async function namesDelivery(deps: Deps, headers: Buffer | undefined, bounceHost: string): Promise<boolean> {
  if (!headers || headers.byteLength > LONGEST_ADDRESSED) return false;
  const named = headers.toString('latin1').match(/bounce\+[0-9-]{10}\.[0-9a-f]{32}@[a-z0-9.-]{1,200}/gi) ?? [];
  const [address] = named.flatMap((match) => parseBounceAddress(match, bounceHost) ?? []);
  return address !== undefined && isOurs(deps, address.tokenHash);
}

async function isOurs({ db }: Deps, tokenHash: string): Promise<boolean> {
  const row = await db.read
    .selectFrom('subscriber')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row !== undefined;
}
