import { html } from 'hono/html';
import type { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { refusalNote } from '#html/newsroom/form.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { listZones } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { identityWith } from '#site/live-site.ts';
import { logoPath } from '#site/look/identity.ts';
import { printSetting, SETTING_LABELS, TYPED_SETTINGS, type TypedSetting } from '#site/setting-text.ts';
import { readSiteSettings } from '#site/site-settings.ts';

/** `GET /newsroom/site`: what the publication is, for chiefs. */
export async function showSite(c: Context): Promise<Response> {
  return sitePage(c, {});
}

type SiteForm = {
  form?: 'settings' | 'logo';
  typed?: Record<string, string>;
  failure?: Failure;
  status?: number;
};

const DONE: Record<string, string> = {
  saved: 'Saved. Readers see it now.',
  same: 'Nothing was different, so nothing was changed.',
  logo: 'Readers see this logo now.',
  'no-logo': 'The logo is removed. Pages show the name.',
};

export async function sitePage(c: Context, { form, typed, failure, status = 200 }: SiteForm): Promise<Response> {
  const { deps, config } = c.var;
  const stored = await readSiteSettings(deps.db.read);
  const current = { ...config.siteDefaults, ...stored };
  const { byline, logo, name } = identityWith(config, stored);
  const values = Object.fromEntries(
    TYPED_SETTINGS.map((one) => [one, typed?.[one] ?? printSetting(current[one])]),
  ) as Record<TypedSetting, string>;
  const done = DONE[c.req.query('done') ?? ''];
  return newsroomPage(c, {
    title: failure ? 'Not changed' : 'Site settings',
    status,
    styles: ['newsroom-site.css'],
    main: html`<p class="trail"><a href="/newsroom">Board</a></p>
<h1>Site settings</h1>
<p>What the magazine is called, how it looks and where it links to. Every page, feed and email shows a change at once. A field that you empty has the value of the server’s environment again.</p>
${done && !failure ? html`<p class="done" role="status">${done}</p>` : ''}
${refusalNote(form === 'settings' ? (failure ?? null) : null)}
${settingsForm(values, byline)}
${logoSection(logo, name, form === 'logo' ? (failure ?? null) : null)}`,
  });
}

function settingsForm(values: Record<TypedSetting, string>, byline: string): Html {
  return html`<div class="with-preview"><form class="entry site" method="post" action="/newsroom/site">
<fieldset><legend>Name</legend>
${line('name', values, { hint: 'At most 60 characters.', required: true })}
${area('description', values, 2, 'One sentence for the home page, feeds and agents.')}
${line('byline', values, { hint: `Shown when an article names no author. Without one it is “${byline}”.` })}
</fieldset>
<fieldset><legend>Addresses</legend>
${line('contact', values, { type: 'email', hint: 'Choose one that the newsroom reads every day. Everybody can see it.' })}
${line('postalAddress', values, { hint: 'In one line, below each Field Brief. The law asks for it.' })}
${area('social', values, 3, 'Accounts of the magazine on other sites: one https address on each line.')}
</fieldset>
<fieldset><legend>Language and time</legend>
${line('language', values, { hint: 'The language of the articles, as a tag: en, de-AT. The newsroom stays English.' })}
${line('timeZone', values, { hint: 'The newsroom shows times in it, unless a person chose another zone. It dates invoices.', list: 'zones' })}
<datalist id="zones">${listZones().map((zone) => html`<option value="${zone}">`)}</datalist>
</fieldset>
<fieldset><legend>Look and links</legend>
${line('accent', values, { hint: 'Six digits such as #9a3412. It must be legible on the light page; the shade for the dark page is made from it.' })}
${area('navigation', values, 4, 'Links after the sections, in this order. One on each line: Label | /address, or Label | https://address')}
${area('footer', values, 4, 'Links at the foot of each page, written in the same way.')}
</fieldset>
<p class="acts"><button>Save</button>
<button class="plain" name="preview" value="home" formaction="/newsroom/site/preview" formtarget="site-preview">Preview the home page</button>
<button class="plain" name="preview" value="article" formaction="/newsroom/site/preview" formtarget="site-preview">Preview an article</button></p>
<p class="hint">The preview shows what you have typed. Nothing is saved until you press Save.</p>
</form>
<iframe class="site-preview" sandbox name="site-preview" title="Preview of the site with what you typed" srcdoc="${NO_PREVIEW}"></iframe></div>`;
}

/** What the frame has before the first preview, in the colours of the reader's scheme. */
const NO_PREVIEW =
  '<!DOCTYPE html><html lang="en"><head><meta name="color-scheme" content="light dark"><title>No preview yet</title></head><body><p>The preview appears here.</p></body></html>';

type LineOptions = { hint: string; type?: 'text' | 'email'; required?: boolean; list?: string };

function line(name: TypedSetting, values: Record<TypedSetting, string>, options: LineOptions): Html {
  const { hint, type = 'text', required = false, list } = options;
  return html`<p class="field"><label for="${name}">${SETTING_LABELS[name]}</label>
<input id="${name}" name="${name}" type="${type}" value="${values[name]}" autocomplete="off"${list ? html` list="${list}" spellcheck="false"` : ''}${required ? html` required` : ''} aria-describedby="${name}-hint">
<span class="hint" id="${name}-hint">${hint}</span></p>`;
}

function area(name: TypedSetting, values: Record<TypedSetting, string>, rows: number, hint: string): Html {
  return html`<p class="field"><label for="${name}">${SETTING_LABELS[name]}</label>
<textarea id="${name}" name="${name}" rows="${rows}" aria-describedby="${name}-hint">${values[name]}</textarea>
<span class="hint" id="${name}-hint">${hint}</span></p>`;
}

function logoSection(logo: Parameters<typeof logoPath>[0] | null, name: string, failure: Failure | null): Html {
  const shown = logo
    ? html`<p><img class="site-logo" src="${logoPath(logo)}" alt="The logo of ${name}"></p>
<form method="post" action="/newsroom/site/logo/remove"><p><button class="plain">Remove the logo</button></p></form>`
    : html`<p>No logo: pages show the name.</p>`;
  return html`<section aria-labelledby="logo"><h2 id="logo">Logo</h2>
${refusalNote(failure)}
${shown}
<form class="entry" method="post" action="/newsroom/site/logo" enctype="multipart/form-data">
<p class="field"><label for="file">Logo as a PNG</label>
<input id="file" name="file" type="file" accept="image/png" required aria-describedby="file-hint">
<span class="hint" id="file-hint">At most 1 MB, each side 32 to 4000 pixels. Draw it for light ground: in the dark scheme it stands on a light plate. An SVG is refused, because it can contain programs. A logo that is at most twice as wide as high is the icon of the site too.</span></p>
<p><button>Use this logo</button></p>
</form></section>`;
}
