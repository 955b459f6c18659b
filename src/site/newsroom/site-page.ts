import { html } from 'hono/html';
import type { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { field } from '#html/newsroom/kit/field.ts';
import {
  changedFields,
  drawFields,
  ENTER_SAVES,
  type Fields,
  refusalSummary,
  typedOf,
} from '#html/newsroom/kit/form.ts';
import { previewPane } from '#html/newsroom/kit/preview-pane.ts';
import { saveBar } from '#html/newsroom/kit/save-bar.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { identityWith } from '#site/live-site.ts';
import { logoPath } from '#site/look/identity.ts';
import { readSiteSettings } from '#site/site-settings.ts';
import { LINK_FIELDS, LOOK_FIELDS, SHARING_FIELDS } from './site-forms.ts';

// Three pages of the settings, for chiefs: name and look, navigation, search and sharing. Each has the preview of the site beside it.

type SitePage = { title: string; path: string; fields: Fields; about: string };

export const SITE_PAGES = {
  look: {
    title: 'Name and look',
    path: '/newsroom/site',
    fields: LOOK_FIELDS,
    about: 'What is empty here has the value of the server’s environment.',
  },
  navigation: {
    title: 'Navigation',
    path: '/newsroom/site/navigation',
    fields: LINK_FIELDS,
    about: 'The sections come first, in their own order. These links come after them.',
  },
  sharing: {
    title: 'Search and sharing',
    path: '/newsroom/site/sharing',
    fields: SHARING_FIELDS,
    about: 'How search engines and other sites show the magazine.',
  },
} as const satisfies Record<string, SitePage>;
export type SitePageName = keyof typeof SITE_PAGES;

/** `GET /newsroom/site` */
export async function showSite(c: Context): Promise<Response> {
  return sitePage(c, 'look', {});
}

/** `GET /newsroom/site/navigation` */
export async function showSiteNavigation(c: Context): Promise<Response> {
  return sitePage(c, 'navigation', {});
}

/** `GET /newsroom/site/sharing` */
export async function showSiteSharing(c: Context): Promise<Response> {
  return sitePage(c, 'sharing', {});
}

const PREVIEW_CHOICES = [
  {
    name: 'preview',
    options: [
      ['home', 'Home'],
      ['article', 'Article'],
    ],
  },
  {
    name: 'scheme',
    options: [
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
  },
] as const;

type ShownSettings = {
  /** What is typed and not saved. */
  typed?: URLSearchParams;
  failure?: Failure;
  /** Whether the file of the logo was refused, and not the form. */
  isLogo?: true;
  status?: number;
};

const DONE: Record<string, string> = {
  saved: 'Saved. Readers see it now.',
  same: 'Nothing was different, so nothing was changed.',
  logo: 'Readers see this logo now.',
  'no-logo': 'The logo is removed. Pages show the name.',
};

/** One page of the settings, with what is stored or what was typed. */
export async function sitePage(c: Context, name: SitePageName, shown: ShownSettings): Promise<Response> {
  const { deps, config } = c.var;
  const { title, path, fields, about } = SITE_PAGES[name];
  const { failure, isLogo, status = 200 } = shown;
  const stored = await readSiteSettings(deps.db.read);
  const saved = typedOf(fields, { ...config.siteDefaults, ...stored });
  const typed = shown.typed ?? saved;
  const identity = identityWith(config, stored);
  const draw = (only?: readonly string[]) =>
    drawFields<Fields>(fields, { typed, failure: isLogo ? null : failure }, { saved, ...(only && { only }) });
  const [first, ...rest] = name === 'look' ? [LOGO_AFTER, LOGO_BEFORE] : [Object.keys(fields)];
  const done = DONE[c.req.query('done') ?? ''];
  return newsroomPage(c, {
    title: failure ? `Not changed: ${title}` : title,
    status,
    styles: ['newsroom-site.css'],
    scripts: ['settings'],
    main: html`<h1>${title}</h1>
${done && !failure ? html`<p class="done" role="status">${done}</p>` : ''}
${refusalSummary(failure)}
<div class="with-preview"><div class="columns"><form class="entry site" id="settings" method="post" action="${path}" data-site-settings>${ENTER_SAVES}
<p class="hint">${about}</p>
${draw(first)}${name === 'look' ? logoField(identity, isLogo ? (failure ?? null) : null) : ''}${rest.map(draw)}
${name === 'sharing' ? asOthersShowIt(config.publication.baseUrl, identity) : ''}
${saveBar({ discard: path, unsaved: changedFields(fields, typed, saved).length })}
</form>
${previewPane({
  form: 'settings',
  action: '/newsroom/site/preview',
  frame: 'site-preview',
  title: 'Preview of the site with what you typed',
  label: URL.parse(config.publication.baseUrl)?.host ?? '',
  choices: PREVIEW_CHOICES,
  hint: 'It shows what you have typed. Readers see it after you press Save.',
})}</div></div>
${name === 'look' ? LOGO_FORMS : ''}`,
  });
}

const LOGO_AFTER = ['name', 'description'];
const LOGO_BEFORE = Object.keys(LOOK_FIELDS).filter((name) => !LOGO_AFTER.includes(name));

/** A file has its own form, which is outside the other form; its field is among the fields. */
const LOGO_FORMS = html`<form id="logo-form" method="post" action="/newsroom/site/logo" enctype="multipart/form-data"></form>
<form id="no-logo-form" method="post" action="/newsroom/site/logo/remove"></form>`;

type Named = { name: string; logo: Parameters<typeof logoPath>[0] | null };

function logoField({ name, logo }: Named, failure: Failure | null): Html {
  const shown = html`${logo ? html`<img src="${logoPath(logo)}" alt="The logo of ${name}">` : ''}`;
  const acts = html`<p class="acts">${button({ text: 'Use this logo', weight: 'plain', form: 'logo-form' })} ${logo ? button({ text: 'Remove the logo', weight: 'quiet', form: 'no-logo-form' }) : ''}</p>`;
  const control = {
    label: 'Logo as a PNG',
    kind: 'file',
    accept: 'image/png',
    shown,
    form: 'logo-form',
    hint: html`A PNG of at most 1 MB, each side 32 to 4000 pixels, drawn for light ground. One that is at most twice as wide as high is the icon of the site too. ${logo ? '' : 'Without a logo, pages show the name.'}`,
  } as const;
  const wrong = failure ? `${failure.message} ${failure.detail.hint ?? ''}` : undefined;
  return html`<div id="logo">${field(control, { name: 'file', typed: new URLSearchParams(), wrong })}${acts}</div>`;
}

/** What search engines and messages make of the site. */
function asOthersShowIt(baseUrl: string, { name, description }: { name: string; description: string }): Html {
  const host = URL.parse(baseUrl)?.host ?? baseUrl;
  return html`<section aria-labelledby="as-result"><h2 id="as-result">As a search result</h2>
<div class="snippet"><p class="hint">${host}</p><p class="what">${name}</p><p>${description}</p></div></section>
<section aria-labelledby="as-link"><h2 id="as-link">As a shared link</h2>
<div class="snippet shared"><p class="what">${name}</p><p>${description}</p><p class="hint">${host}</p></div>
<p class="hint">The words are the name and the description, which you change under <a href="/newsroom/site">Name and look</a>. An article is shared with its own picture, headline and dek.</p></section>`;
}
