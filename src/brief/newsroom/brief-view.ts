import type { BriefEmail } from '#brief/emails/brief-html.ts';
import { measureBrief } from '#brief/emails/brief-text.ts';
import { type BriefFigure, readBriefFigures } from '#brief/issues/brief-figures.ts';
import { type OpenBrief, readOpenBrief } from '#brief/issues/compose.ts';
import { hasGoneOut, isChangeable } from '#brief/issues/first-email.ts';
import { type BriefGateEntry, type BriefGateSite, checkBrief } from '#brief/issues/gate.ts';
import { findSlotHolder, type SlotHolder } from '#brief/issues/material.ts';
import { briefSiteOf } from '#brief/issues/site.ts';
import { listTesters } from '#brief/issues/test-email.ts';
import { readSend, type SendReport } from '#brief/sending/report.ts';
import { Failure } from '#core/failure.ts';
import type { Context } from '#http/context.ts';
import { now } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

/** What the page of a brief shows. */
export type BriefView = OpenBrief & {
  gate: BriefGateEntry[];
  figures: BriefFigure[];
  holder: SlotHolder | null;
  testers: { id: string; name: string }[];
  /** Null before its audience was frozen. */
  send: SendReport | null;
  /** Whether a new revision can be saved; in the minutes before the first email, saving one stops the send. */
  canChange: 'yes' | 'by stopping' | 'no';
  /** When it was read. */
  at: string;
};

/** The gate of a brief as this site knows it. */
export function siteOf(c: Context): BriefGateSite {
  return briefSiteOf({ ...siteSnapshot(), brief: c.var.config.brief }, measureBrief(emailOf()));
}

/** What the email of every brief of this site says around its content. */
export function emailOf(): Omit<BriefEmail, 'content'> {
  const { publication } = siteSnapshot();
  return { publication, postalAddress: publication.postalAddress };
}

/** The day in the address. @throws not_found */
export function dayOf(c: Context): string {
  const day = c.req.param('day') ?? '';
  if (/^\d{4}-\d\d-\d\d$/.test(day)) return day;
  throw new Failure('not_found', 'There is no brief of this day.', { hint: 'The page Brief lists all of them.' });
}

/** @throws forbidden, not_found */
export async function readBriefView(c: Context): Promise<BriefView> {
  const { deps, actor } = c.var;
  const tx = deps.db.read;
  const open = await readOpenBrief(deps, actor, dayOf(c));
  const isWaiting = open.brief.state === 'sending' && !(await hasGoneOut(tx, open.brief.day));
  const canChange = (await isChangeable(tx, open.brief)) ? 'yes' : isWaiting ? 'by stopping' : 'no';
  return {
    ...open,
    canChange,
    gate: await checkBrief(deps, tx, { brief: open.brief, content: open.content, site: siteOf(c) }),
    figures: await readBriefFigures(tx, open.content),
    holder: await findSlotHolder(tx, open.brief.day),
    testers: await listTesters(tx),
    send: await readSend(tx, open.brief.day),
    at: now(deps),
  };
}
