import type { BrowserContext } from 'playwright-core';
import { putOnFrontPage } from '#editorial/publish/front-page.ts';
import { addRelated } from '#editorial/publish/related.ts';
import { addSeries, addToSeries } from '#editorial/publish/series.ts';
import { cookieName } from '#http/access.ts';
import { addPicture } from '#media/add-picture.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { inviteMember } from '#people/invitations.ts';
import { createLink } from '#people/one-time-links.ts';
import { createResetLinkFor } from '#people/reset-password.ts';
import { startAppSetup } from '#people/second-factor/app-code.ts';
import { createPendingSignIn } from '#people/second-factor/pending-sign-in.ts';
import { findSession } from '#people/sessions.ts';
import { ROUTES } from '#server/routes.ts';
import { runJobOnce } from '../jobs.ts';
import { makeZip } from '../make-zip.ts';
import { loadParts } from '../part.ts';
import { plain, WORDS } from '../pictures.ts';
import { PASSWORD, type Person, type TestSite } from '../site.ts';
// The address of every newsroom page, so that tests cover all of them.

/** Values for the parameters of addresses. */
export type Filled = {
  articleIds: string[];
  /** Ids of articles that have a revision 1. */
  revisedIds: string[];
  claimIds: string[];
  pictureId: string;
  tagId: string;
  seriesId: string;
  authorId: string;
  personId: string;
  invitation: string;
  reset: string;
  newAddress: string;
  webhookIds: string[];
  importIds: string[];
  /** The addresses of routes whose capabilities add their pages themselves. */
  ofParts: Record<string, string[]>;
};

const parts = await loadParts();

/** Routes that return no page: scripts, the event stream of the board, downloads. */
export const NO_PAGES = [
  '/newsroom/script/:file',
  '/newsroom/session',
  '/newsroom/find',
  '/newsroom/pictures/search',
  '/newsroom/pictures/:pictureId/card',
  '/newsroom/changes',
  '/newsroom/imports/:importId/progress',
  '/newsroom/articles/:articleId/figures/lookups',
  '/newsroom/articles/:articleId/people',
  '/newsroom/articles/:articleId/revisions/:number/card.png',
  '/newsroom/help/pictures/:file',
  '/newsroom/journal.jsonl',
  '/newsroom/site/contrast',
  ...parts.flatMap(({ noPages = [] }) => noPages),
];

const article =
  (rest = '') =>
  (filled: Filled) =>
    filled.articleIds.map((id) => `/newsroom/articles/${id}${rest}`);
const revised = (rest: string) => (filled: Filled) => filled.revisedIds.map((id) => `/newsroom/articles/${id}${rest}`);

const PAGES: Record<string, (filled: Filled) => string[]> = {
  '/newsroom/welcome/:secret': () => ['/newsroom/welcome/none'],
  '/newsroom/sign-in': () => ['/newsroom/sign-in', '/newsroom/sign-in?next=%2Fnewsroom%2Fcalendar'],
  '/newsroom/sign-in/code': () => ['/newsroom/sign-in/code'],
  '/newsroom/invitation/:secret': ({ invitation }) => [
    `/newsroom/invitation/${invitation}`,
    '/newsroom/invitation/none',
  ],
  '/newsroom/reset': () => ['/newsroom/reset', '/newsroom/reset?done=asked'],
  '/newsroom/reset/:secret': ({ reset }) => [`/newsroom/reset/${reset}`],
  '/newsroom/new-address/:secret': ({ newAddress }) => [`/newsroom/new-address/${newAddress}`],
  '/newsroom': () => ['/newsroom'],
  '/newsroom/search': () => ['/newsroom/search', '/newsroom/search?q=robot', '/newsroom/search?q=nothing-has-these'],
  '/newsroom/settings': () => ['/newsroom/settings'],
  '/newsroom/articles': () => [
    '/newsroom/articles',
    '/newsroom/articles?stage=draft&q=robot',
    '/newsroom/articles?q=nothing-has-these-words',
  ],
  '/newsroom/lines': () => ['/newsroom/lines'],
  '/newsroom/help': () => ['/newsroom/help'],
  '/newsroom/help/section': () => ['/newsroom/help/section?of=find-what-waits-for-you'],
  '/newsroom/kit': () => ['/newsroom/kit'],
  '/newsroom/calendar': () => ['/newsroom/calendar', '/newsroom/calendar?month=2020-02'],
  '/newsroom/bin': () => ['/newsroom/bin'],
  '/newsroom/bylines': () => ['/newsroom/bylines'],
  '/newsroom/bylines/:authorId': ({ authorId }) => [`/newsroom/bylines/${authorId}`],
  '/newsroom/site/navigation': () => ['/newsroom/site/navigation'],
  '/newsroom/site/sharing': () => ['/newsroom/site/sharing'],
  '/newsroom/site': () => ['/newsroom/site', '/newsroom/site?done=saved'],
  '/newsroom/contact': () => ['/newsroom/contact', '/newsroom/contact?done=1'],
  '/newsroom/names': () => ['/newsroom/names', '/newsroom/names?done=saved'],
  '/newsroom/tags': () => ['/newsroom/tags'],
  '/newsroom/tags/:tagId': ({ tagId }) => [`/newsroom/tags/${tagId}`],
  '/newsroom/calendar/plan': () => ['/newsroom/calendar/plan?day=2026-09-20'],
  '/newsroom/articles/:articleId/related': article('/related'),
  '/newsroom/sections': () => ['/newsroom/sections'],
  '/newsroom/sections/:section': () => ['/newsroom/sections/robotics'],
  '/newsroom/pages': () => ['/newsroom/pages'],
  '/newsroom/series': () => ['/newsroom/series'],
  '/newsroom/series/:seriesId': ({ seriesId }) => [`/newsroom/series/${seriesId}`],
  '/newsroom/front': () => ['/newsroom/front', '/newsroom/front?q=nothing-has-these-words'],
  '/newsroom/weeks': () => ['/newsroom/weeks'],
  '/newsroom/new': () => ['/newsroom/new'],
  '/newsroom/articles/:articleId': article(),
  '/newsroom/articles/:articleId/edit': article('/edit'),
  '/newsroom/articles/:articleId/edit/checks': article('/edit/checks'),
  '/newsroom/articles/:articleId/edit/history': article('/edit/history?with=0'),
  '/newsroom/articles/:articleId/edit/preview': article('/edit/preview'),
  '/newsroom/articles/:articleId/beside': article('/beside'),
  '/newsroom/articles/:articleId/figures/panel': article('/figures/panel'),
  '/newsroom/articles/:articleId/figures/typed': article('/figures/typed'),
  '/newsroom/articles/:articleId/copy': article('/copy'),
  '/newsroom/articles/:articleId/working-copy': article('/working-copy'),
  '/newsroom/articles/:articleId/figures': article('/figures'),
  '/newsroom/articles/:articleId/wordings': article('/wordings'),
  '/newsroom/articles/:articleId/revisions/:number': article('/revisions/0'),
  '/newsroom/articles/:articleId/revisions/:number/preview': article('/revisions/0/preview'),
  '/newsroom/articles/:articleId/preview': (filled) =>
    ['', '?as=390', '?as=cards'].flatMap((rest) => article(`/preview${rest}`)(filled)),
  '/newsroom/articles/:articleId/compare': revised('/compare?from=0&to=1'),
  '/newsroom/articles/:articleId/compare/:from/:to': revised('/compare/0/1'),
  '/newsroom/articles/:articleId/publish': revised('/publish?revision=1'),
  '/newsroom/articles/:articleId/previews': revised('/previews'),
  '/newsroom/pictures': ({ pictureId }) => [`/newsroom/pictures?added=${pictureId}`, '/newsroom/pictures?q=nothing'],
  '/newsroom/pictures/:pictureId': ({ pictureId }) => [`/newsroom/pictures/${pictureId}`],
  '/newsroom/export': () => ['/newsroom/export'],
  '/newsroom/export/restored': () => ['/newsroom/export/restored'],
  '/newsroom/integrations': () => ['/newsroom/integrations'],
  '/newsroom/integrations/:integrationId': ({ webhookIds }) => webhookIds.map((id) => `/newsroom/integrations/${id}`),
  '/newsroom/imports': () => ['/newsroom/imports'],
  '/newsroom/imports/:importId': ({ importIds }) => importIds.map((id) => `/newsroom/imports/${id}`),
  '/newsroom/journal': () => ['/newsroom/journal', '/newsroom/journal?act=none'],
  '/newsroom/agents': () => ['/newsroom/agents'],
  '/newsroom/agents/stop': () => ['/newsroom/agents/stop'],
  '/newsroom/agents/:claimId': ({ claimIds }) => claimIds.map((id) => `/newsroom/agents/${id}`),
  '/newsroom/sessions': () => ['/newsroom/sessions'],
  '/newsroom/password': () => ['/newsroom/password'],
  '/newsroom/profile': () => ['/newsroom/profile'],
  '/newsroom/second-factor': () => ['/newsroom/second-factor'],
  '/newsroom/second-factor/app': () => ['/newsroom/second-factor/app'],
  '/newsroom/team': () => ['/newsroom/team'],
  '/newsroom/team/outbox': () => ['/newsroom/team/outbox'],
  '/newsroom/team/people/:editorId': ({ personId }) => [`/newsroom/team/people/${personId}`],
  '/agent/claim': () => ['/agent/claim'],
  '/agent/claim/:claimId{[0-9a-f-]{36}}': ({ claimIds }) => claimIds.slice(0, 1).map((id) => `/agent/claim/${id}`),
};

/** The addresses of every page. @throws for a route that is missing here */
export function everyPage(filled: Filled): string[] {
  return ROUTES.filter(({ method, path }) => method === 'GET' && /^\/(newsroom|agent)(\/|$)/.test(path))
    .filter(({ path }) => !NO_PAGES.includes(path))
    .flatMap(({ path }) => {
      const addresses = PAGES[path]?.(filled) ?? filled.ofParts[path] ?? [];
      if (addresses.length === 0)
        throw new Error(
          `${path} is a page nobody looks at: name it in newsroom-pages.ts, or in part.ts beside the tests of its capability`,
        );
      return addresses;
    });
}

type Rest = Omit<Filled, 'articleIds' | 'revisedIds' | 'claimIds'>;
/** A browser, as far as it keeps cookies. */
type CookieJar = Pick<BrowserContext, 'addCookies'>;

/** Creates what pages show in addition to articles and agents: a picture, people, single-use links, a second-factor setup, and what each part adds. */
export async function fillRest(site: TestSite, context: CookieJar, chief: Person): Promise<Rest> {
  const { deps } = site;
  const { picture } = await addPicture(deps, chief, { file: await plain(900, 600).png().toBuffer(), words: WORDS });
  const somebody = await site.person('editor', 'Ines Calloway');
  const { name, baseUrl } = site.publication;
  const newcomer = { email: 'marcus@magazine.example', name: 'Marcus Bell', role: 'writer' as const };
  const invitation = await inviteMember(deps, chief, newcomer, { name, baseUrl });
  const reset = await createResetLinkFor(deps, chief, somebody.id, { name, baseUrl });
  const newAddress = await deps.db.write((tx) =>
    createLink(deps, tx, { purpose: 'address', editorId: somebody.id, detail: 'ines@new.example' }),
  );
  await fillFrontPage(site, chief);
  await setUp(site, chief);
  await holdHalf(site, context);
  return {
    pictureId: picture.id,
    authorId: (await addAuthorOrTag(deps, chief, 'author', 'Otto Brandt')).id,
    tagId: (await addAuthorOrTag(deps, chief, 'tag', 'Rental')).id,
    seriesId: await fillSeries(site, chief),
    personId: somebody.id,
    invitation,
    reset,
    newAddress,
    webhookIds: await fillWebhook(site, chief),
    importIds: await fillImports(site, chief),
    ofParts: await fillParts(site, chief),
  };
}

/** A webhook with messages that its receiver took, refused with words of its own, and did not answer. None where the site has no webhooks. */
async function fillWebhook(site: TestSite, chief: Person): Promise<string[]> {
  const { deps, fetch } = site;
  const text = {
    address: 'https://hooks.example.org/magazine?key=1',
    note: 'The archive of the library',
    hasKey: 'yes',
  };
  await fetch('/newsroom/integrations', sentBy(site, chief, new URLSearchParams(text)));
  const webhooks = await deps.db.read.selectFrom('integration').select('id').execute();
  const words = `${'no '.repeat(30)}<script>alert(1)</script>`;
  const deliveries = webhooks.flatMap(({ id }) =>
    [200, 204, 500, null, 200].map((status, at) => ({
      ...{ integration_id: id, message_id: `msg_${at}`, change_seq: at + 1, type: 'published', status },
      at: new Date(deps.clock()).toISOString(),
      took: status === null ? 10_000 : 30 * 4 ** at,
      trouble: status === null ? 'It did not answer in time.' : status > 299 ? `It answers ${status}.` : null,
      answer: status === 500 ? words : null,
    })),
  );
  if (deliveries.length > 0)
    await deps.db.write((tx) => tx.insertInto('integration_delivery').values(deliveries).execute());
  return webhooks.map(({ id }) => id);
}

/** One import that waits for a decision, and one that is done. None where the site imports nothing. */
async function fillImports(site: TestSite, chief: Person): Promise<string[]> {
  const head = 'title: The crane that waited\nauthor: Dana Whitfield\ncategories: [Machines]\nredirect_from: /about';
  const files = [
    {
      path: '_posts/2020-05-04-a.md',
      data: `---\n${head}\n---\n\nIt stood.\n\n![A crane](https://old.example/crane.png)\n`,
    },
    { path: '_posts/2020-05-05-b.md', data: '---\ntitle: Empty\n---\n' },
  ];
  const paths: string[] = [];
  for (const isRun of [false, true]) {
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(makeZip(files))]), 'old-site.zip');
    const path = (await site.fetch('/newsroom/imports', sentBy(site, chief, body))).headers.get('location');
    if (path === null) return [];
    await runJobOnce(site, 'import articles');
    if (isRun) {
      await site.fetch(`${path}/run`, sentBy(site, chief, new URLSearchParams()));
      await runJobOnce(site, 'import articles');
    }
    paths.push(path);
  }
  return paths.map((path) => path.replace('/newsroom/imports/', ''));
}

/** A form that a person sends from a page of the site. */
function sentBy({ config }: TestSite, { cookie }: Person, body: FormData | URLSearchParams): RequestInit {
  return { method: 'POST', headers: { Cookie: cookie, Origin: config.publication.baseUrl }, body, redirect: 'manual' };
}

/** Puts up to two live articles on the front page, so that each has something to move. */
async function fillFrontPage({ deps }: TestSite, chief: Person): Promise<void> {
  const live = deps.db.read.selectFrom('article').select('id').where('live_revision', 'is not', null);
  for (const { id } of await live.orderBy('id').limit(2).execute())
    await putOnFrontPage(deps, chief, id, { until: null, timeZone: 'UTC' });
}

/** Makes a series of up to three articles, live or not, and puts one after another. Returns the id of the series. */
async function fillSeries({ deps }: TestSite, chief: Person): Promise<string> {
  const { id } = await addSeries(deps, chief, {
    name: 'Six <weeks> & a "robot"',
    description: 'One </slab>, six weeks.',
  });
  const found = deps.db.read.selectFrom('article').select(['id', 'live_revision']).where('binned_at', 'is', null);
  const draftsFirst = found.orderBy((eb) => eb('live_revision', 'is not', null));
  const articles = await draftsFirst.orderBy('id').limit(3).execute();
  for (const article of articles) await addToSeries(deps, chief, id, article.id);
  const live = articles.filter(({ live_revision }) => live_revision !== null);
  for (const [at, article] of live.slice(1).entries()) await addRelated(deps, chief, live[at]?.id ?? '', article.id);
  return id;
}

async function fillParts(site: TestSite, chief: Person): Promise<Filled['ofParts']> {
  const pages: Filled['ofParts'] = {};
  for (const { fillNewsroomPages } of parts) Object.assign(pages, await fillNewsroomPages?.(site, chief));
  return pages;
}

/** Gives the browser a sign-in that waits for the code of an authenticator app. */
async function holdHalf(site: TestSite, context: CookieJar): Promise<void> {
  const { deps } = site;
  const { baseUrl } = site.publication;
  const careful = await site.person('editor', 'Otto Brandt');
  await setUp(site, careful);
  const confirmed_at = new Date(deps.clock()).toISOString();
  const value = await deps.db.write(async (tx) => {
    await tx.updateTable('totp').set({ confirmed_at }).where('editor_id', '=', careful.id).execute();
    return createPendingSignIn(deps, tx, careful);
  });
  const name = `${cookieName(baseUrl)}-half`;
  await context.addCookies([{ name, value, url: baseUrl, httpOnly: true, sameSite: 'Lax' }]);
}

/** Starts the setup of an authenticator app. */
async function setUp({ deps }: TestSite, { cookie }: Person): Promise<void> {
  const session = await findSession(deps, cookie.split('=')[1] ?? '');
  if (!session) throw new Error('there is no session');
  await startAppSetup(deps, session, PASSWORD);
}
