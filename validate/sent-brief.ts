import { renderBriefHtml } from '../src/brief/emails/brief-html.ts';
import { deadLinks, measureBrief } from '../src/brief/emails/brief-text.ts';
import { getBriefContent } from '../src/brief/issues/brief-record.ts';
import { openBrief, saveBrief } from '../src/brief/issues/compose.ts';
import { approveBrief, markSent, scheduleBrief } from '../src/brief/issues/plan.ts';
import { briefSiteOf } from '../src/brief/issues/site.ts';
import { type Member, SYSTEM } from '../src/core/actor.ts';
import { withDeps } from '../src/runtime/command-line/command.ts';
import { siteSnapshot } from '../src/runtime/site-snapshot.ts';
import type { RunningServer } from './server.ts';

const DAY = 86_400_000;

/** The Tuesday before this week's. */
export const BRIEF_DAY = lastTuesday();

/** The path of a brief in the archive. */
export const SENT_BRIEF = `/brief/${BRIEF_DAY}`;

const INTRO = [
  { id: 'i1', type: 'paragraph', text: 'The week on *one* page, with [the method](https://example.org/method).' },
  { id: 'i2', type: 'list', text: 'what a machine marked\nwhat a person checked' },
  { id: 'i3', type: 'quote', text: 'Keep one person with a tape.' },
] as const;

/**
 * Composes, approves and schedules a brief as an editor does, and marks it as sent: no email goes out. Its clock stands on the
 * Monday before, because a brief is scheduled ahead. Returns the HTML of its email, with dead personal links.
 */
export function publishBrief({ environment, baseUrl }: RunningServer): Promise<string> {
  return withDeps(environment, async (open, config) => {
    const deps = { ...open, clock: () => Date.parse(`${BRIEF_DAY}T00:00:00.000Z`) - DAY / 2 };
    const { id, name } = await deps.db.read.selectFrom('editor').select(['id', 'name']).executeTakeFirstOrThrow();
    const chief: Member = { kind: 'editor', id, name, role: 'chief' };
    const postalAddress = 'Plumbline Press, 1 Level Street, Denver CO 80202';
    const publication = { ...siteSnapshot().publication, baseUrl, postalAddress };
    const email = { publication, postalAddress };
    const site = {
      ...briefSiteOf({ publication, brief: config.brief }, measureBrief(email)),
      ...{ dkim: 'relay' as const },
      audience: async () => ({ recipients: 1, weekAgo: 1 }),
    };
    await openBrief(deps, chief, BRIEF_DAY);
    const begun = await getBriefContent(deps.db.read, BRIEF_DAY, 0);
    const stories = begun.stories.map(({ articleId }) => ({ articleId, sentence: '' }));
    const copy = { subject: 'A wet slab, and how a number is settled', intro: [...INTRO], stories };
    const { revision } = await saveBrief(deps, chief, { day: BRIEF_DAY, baseRevision: 0, copy });
    await approveBrief(deps, chief, site, { day: BRIEF_DAY, revision });
    const due = { wall: `${BRIEF_DAY}T06:30`, zone: 'UTC' };
    const planned = await scheduleBrief(deps, chief, site, { day: BRIEF_DAY, revision, due });
    await markSent(deps, SYSTEM, BRIEF_DAY, planned.due?.at ?? '');
    const content = await getBriefContent(deps.db.read, BRIEF_DAY, revision);
    return renderBriefHtml({ ...email, content }, deadLinks(baseUrl));
  });
}

function lastTuesday(): string {
  const today = Math.floor(Date.now() / DAY);
  const since = (new Date(today * DAY).getUTCDay() + 5) % 7;
  return new Date((today - (since === 0 ? 7 : since)) * DAY).toISOString().slice(0, 10);
}
