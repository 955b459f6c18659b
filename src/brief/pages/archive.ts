import { notFound } from '#article/pages/not-found.ts';
import { lastChange, readPublished } from '#article/pages/read-published.ts';
import {
  findNextSend,
  findSentBrief,
  listSentBriefs,
  type PublishedBrief,
  readSpecimen,
} from '#brief/issues/archive.ts';
import type { Tx } from '#db/database.ts';
import { HTML, jsonResponse, RSS } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { choiceOf, formOf, isTwin, jsonForm, linksOf, markdownResponse, sendPublic } from '#http/respond.ts';
import { now } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { briefIndexJson, briefJson } from './brief-json.ts';
import { briefArchiveMarkdown, briefMarkdown, briefRss } from './brief-markdown.ts';
import { type BriefArchive, briefArchiveHtml, briefHtml } from './brief-pages.ts';

// The public archive of the Field Brief. A brief is there from the moment it was sent; before the first one, a specimen is.

/** Responses with the list of briefs change when a brief was sent. */
const LIST = ['placed:briefs'];
/** How many briefs the feed has. */
const IN_FEED = 50;

/** `/brief` in the form asked for, and `/brief.md`. */
export async function readBriefArchive(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const archive = await readPublished(c, (tx) => readArchive(tx, now(c.var.deps)));
  const modifiedAt = await lastChange(c);
  const form = formOf(c);
  const headers = linksOf(c, '/brief', `${publication.baseUrl}/api/v1/public/briefs`);
  const kept = {
    about: archive.last ? aboutOf(archive.last) : ['edition', ...LIST],
    form,
    choice: isTwin(c) ? 'only' : 'page',
  } as const;
  switch (form) {
    case 'html': {
      const body = await briefArchiveHtml(publication, archive);
      return sendPublic(c, { status: 200, type: HTML, body, modifiedAt, headers, ...kept });
    }
    case 'markdown': {
      const text = briefArchiveMarkdown(publication, archive);
      return sendPublic(c, { ...markdownResponse(text, '/brief.md', modifiedAt, headers), ...kept });
    }
    case 'json':
      return sendPublic(
        c,
        jsonForm(briefIndexJson(publication, archive.briefs), '/api/v1/public/briefs', {
          modifiedAt,
          headers,
          ...kept,
        }),
      );
  }
}

async function readArchive(tx: Tx, at: string): Promise<BriefArchive> {
  const briefs = await listSentBriefs(tx);
  const [latest] = briefs;
  return {
    briefs,
    last: latest ? await findSentBrief(tx, latest.day) : null,
    specimen: latest ? null : await readSpecimen(tx),
    nextAt: await findNextSend(tx, at),
  };
}

/** `/api/v1/public/briefs`. */
export async function readBriefIndex(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const briefs = await readPublished(c, listSentBriefs);
  const headers = { Link: `<${publication.baseUrl}/brief>; rel="alternate"; type="text/html"` };
  const modifiedAt = briefs[0]?.sentAt ?? null;
  return sendPublic(c, jsonResponse(briefIndexJson(publication, briefs), { modifiedAt, headers, about: LIST }));
}

/** `/brief/{day}` in the form asked for, and `/brief/{day}.md`. */
export async function readBrief(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const day = (c.req.param('day') ?? '').replace(/\.md$/, '');
  const form = formOf(c);
  const brief = await findBrief(c, day);
  if (!brief) return notFound(c, form);
  const modifiedAt = brief.sentAt;
  const headers = linksOf(c, `/brief/${day}`, `${publication.baseUrl}/api/v1/public/briefs/${day}`);
  const kept = { about: aboutOf(brief), form, choice: choiceOf(c) };
  switch (form) {
    case 'html': {
      const body = await briefHtml(publication, brief);
      return sendPublic(c, { status: 200, type: HTML, body, modifiedAt, headers, ...kept });
    }
    case 'markdown': {
      const text = briefMarkdown(publication, brief);
      return sendPublic(c, { ...markdownResponse(text, `/brief/${day}.md`, modifiedAt, headers), ...kept });
    }
    case 'json':
      return sendPublic(
        c,
        jsonForm(briefJson(publication, brief), `/api/v1/public/briefs/${day}`, { modifiedAt, headers, ...kept }),
      );
  }
}

/** `/api/v1/public/briefs/{day}`. */
export async function readBriefJson(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const day = c.req.param('day') ?? '';
  const brief = await findBrief(c, day);
  if (!brief) return notFound(c, 'json');
  const headers = { Link: `<${publication.baseUrl}/brief/${day}>; rel="canonical"` };
  const kept = { modifiedAt: brief.sentAt, headers, about: aboutOf(brief) };
  return sendPublic(c, jsonResponse(briefJson(publication, brief), kept));
}

/** `/brief/rss.xml`. */
export async function readBriefRss(c: Context): Promise<Response> {
  const briefs = await readPublished(c, (tx) => listSentBriefs(tx, IN_FEED));
  const body = briefRss(siteSnapshot().publication, briefs);
  return sendPublic(c, { status: 200, type: RSS, body, modifiedAt: briefs[0]?.sentAt ?? null, about: LIST });
}

/** A sent brief changes only when one of its stories is moved or taken back. */
function aboutOf({ stories, corrections }: PublishedBrief): string[] {
  return ['placed:briefs', ...new Set([...stories, ...corrections].map(({ articleId }) => `article:${articleId}`))];
}

async function findBrief(c: Context, day: string): Promise<PublishedBrief | null> {
  return /^\d{4}-\d\d-\d\d$/.test(day) ? readPublished(c, (tx) => findSentBrief(tx, day)) : null;
}
