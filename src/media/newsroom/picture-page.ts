import { html } from 'hono/html';
import { findPictureReach, listPictureUses, type PictureUse } from '#article/linked-articles.ts';
import { isEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import { recaption } from '#editorial/publish/recaption.ts';
import type { Html } from '#html/html.ts';
import { parseForm, type RefusedForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { describePicture, mayDescribe } from '#media/describe-picture.ts';
import { addressAt, shownSize } from '#media/pages/picture-html.ts';
import { findPicture, type ListedPicture, pictureDetailsSchema } from '#media/pictures.ts';
import { fileSection } from './file-section.ts';

const USES = 50;

/** `GET /newsroom/pictures/{pictureId}`: a picture, its description and its uses. */
export function showPicture(c: Context): Promise<Response> {
  return picturePage(c, null);
}

export async function picturePage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const { deps, actor } = c.var;
  const id = c.req.param('pictureId') ?? '';
  const picture = isUuid(id) ? await findPicture(deps.db.read, id) : null;
  if (!picture)
    throw new Failure('not_found', 'No picture has this id.', { hint: 'Search for it in the media library.' });
  const uses = await listPictureUses(deps.db.read, actor, picture.id, USES);
  const mayChange = isEditorial(actor);
  const today = new Date(deps.clock()).toISOString().slice(0, 10);
  return newsroomPage(c, {
    title: refused ? 'Picture not changed' : picture.title,
    status: refused?.status ?? 200,
    styles: ['newsroom-pictures.css'],
    scripts: mayChange ? ['picture'] : [],
    main: html`<p class="trail"><a href="/newsroom/pictures">Pictures</a></p>
<h1>${picture.title}</h1>
${refused ? '' : changedNote(c, picture)}
${endNote(picture, today)}
${refusalNote(refused?.failure ?? null)}
<div class="looked-at">
<div>
${shown(picture)}
${mayChange ? cuts(picture) : ''}
${facts(picture)}
${used(uses)}
${mayDescribe(actor, picture) ? fileSection(picture.id, await findPictureReach(deps.db.read, picture.id)) : ''}
</div>
${mayChange ? describeForm(picture, refused?.typed.seen === undefined ? null : refused.typed) : said(picture)}
</div>`,
  });
}

function changedNote(c: Context, { changedAt }: ListedPicture): Html | string {
  const done = c.req.query('done');
  if (done === 'replaced') return html`<p class="done" role="status">The picture has another file now.</p>`;
  if ((done !== 'changed' && done !== 'held') || changedAt === null) return '';
  if (done === 'held')
    return html`<p class="refusal" role="status">Saved. Some of the articles below still show the old text, because the new text states a number that is not settled there, or because two people must agree on a publication. Open each article and publish it again.</p>`;
  return html`<p class="done" role="status">Saved; last changed ${formatTime(changedAt)} (UTC). Readers see the new description now.</p>`;
}

function endNote({ endsOn }: ListedPicture, today: string): Html | string {
  if (endsOn === null || endsOn >= today) return '';
  return html`<div class="refusal"><p><strong>Its use ended on ${endsOn}.</strong></p><p>No article can be published with it. Live articles keep it until an editor publishes them without it.</p></div>`;
}

function shown(one: ListedPicture): Html {
  const { width, height } = shownSize(one);
  return html`<div class="focal"><img src="${addressAt(one, 1200, 'jpg')}" width="${width}" height="${height}" alt="${one.alt}"><span class="point ${focusOf(one)}"></span></div>`;
}

/** Previews of the crops in other shapes. */
function cuts(one: ListedPicture): Html {
  const small = addressAt(one, 480, 'jpg');
  return html`<p class="hint">Crops in other shapes, around the focal point:</p>
<div class="cuts">${['wide', 'square', 'tall'].map((shape) => html`<img class="cut-${shape} ${focusOf(one)}" src="${small}" alt="">`)}</div>`;
}

function focusOf({ focalX, focalY }: ListedPicture): string {
  const [x, y] = [focalX, focalY].map((part) => Math.round(part / 10) * 10);
  return `focus-x-${x} focus-y-${y}`;
}

function facts(one: ListedPicture): Html {
  return html`<dl class="copy">
<div><dt>Size</dt><dd>${one.width} × ${one.height} pixels</dd></div>
<div><dt>Added (UTC)</dt><dd>${formatTime(one.addedAt)} by ${one.addedBy}</dd></div>
${one.changedAt ? html`<div><dt>Last changed (UTC)</dt><dd>${formatTime(one.changedAt)}</dd></div>` : ''}
</dl>`;
}

/** The description for people who may not change it. */
function said(one: ListedPicture): Html {
  return html`<section aria-labelledby="said"><h2 id="said">Description</h2>
<dl class="copy">
<div><dt>What it shows</dt><dd>${one.alt}</dd></div>
<div><dt>Credit</dt><dd>${one.credit}${one.isAiMade ? ' (made with AI)' : ''}</dd></div>
<div><dt>Licence</dt><dd>${one.licence || 'not known'}</dd></div>
<div><dt>Source</dt><dd>${one.source || 'not known'}</dd></div>
<div><dt>May be used until</dt><dd>${one.endsOn ?? 'no end'}</dd></div>
</dl>
<p class="hint">An editor can change it.</p></section>`;
}

function used(uses: PictureUse[]): Html {
  return html`<section aria-labelledby="uses"><h2 id="uses">Where it is used</h2>
${uses.length === 0 ? html`<p>Nowhere yet.</p>` : html`<ul>${uses.map(useLine)}</ul>`}
</section>`;
}

function useLine({ articleId, headline, isLive, isLatest }: PictureUse): Html {
  const where = isLive
    ? isLatest
      ? 'readers see it'
      : 'readers see it; a newer revision has another'
    : 'not published with it';
  return html`<li><a href="/newsroom/articles/${articleId}">${headline}</a> <span class="hint">${where}</span></li>`;
}

const LABELS = {
  title: 'The title',
  alt: 'What it shows',
  credit: 'The credit',
  licence: 'The licence',
  source: 'The source',
  endsOn: 'The last day',
  focalX: 'The point across',
  focalY: 'The point down',
};

/** `POST /newsroom/pictures/{pictureId}`: changes the description of a picture. */
export async function postDescription(c: Context): Promise<Response> {
  const id = c.req.param('pictureId') ?? '';
  const typed = await parseForm(c);
  try {
    const { seen, isAiMade, endsOn, ...words } = typed;
    const given = { ...words, isAiMade: isAiMade === 'yes', endsOn: endsOn || null };
    const details = validateForm(pictureDetailsSchema, given, LABELS);
    const { held } = await describePicture(c.var.deps, c.var.actor, id, details, seen || null, recaption);
    return redirect(`/newsroom/pictures/${id}?done=${held > 0 ? 'held' : 'changed'}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => picturePage(c, { typed, failure, status }));
  }
}

/** The form for the description of a picture. `typed` contains the fields of a refused form. */
function describeForm(one: ListedPicture, typed: Record<string, string> | null): Html {
  const { title, alt, credit, licence, source } = { ...one, ...typed };
  const value = (name: 'endsOn' | 'focalX' | 'focalY') => typed?.[name] ?? String(one[name] ?? '');
  const isAiMade = typed ? typed.isAiMade === 'yes' : one.isAiMade;
  return html`<form class="entry" method="post" action="/newsroom/pictures/${one.id}">
<input type="hidden" name="seen" value="${typed?.seen ?? one.changedAt ?? ''}">
<h2>Description</h2>
${line('title', 'Title', title, 'To find it in the newsroom. Readers do not see it.', true)}
${line('alt', 'What it shows', alt, 'For readers who cannot see it.', true)}
${line('credit', 'Credit', credit, 'The text under the picture.', true)}
<p class="field tick"><label><input name="isAiMade" type="checkbox" value="yes"${isAiMade ? html` checked` : ''}>Made with AI</label>
<span class="hint">The credit tells readers so.</span></p>
${line('licence', 'Licence', licence, 'The right to use it, such as CC BY 4.0 or a contract.', false)}
${line('source', 'Source', source, 'Its origin: an address, an archive, a person.', false)}
<p class="field"><label for="endsOn">May be used until</label>
<input id="endsOn" name="endsOn" type="date" value="${value('endsOn')}" aria-describedby="endsOn-hint">
<span class="hint" id="endsOn-hint">The last day (UTC), or empty for no end. After that day no article can be published with it.</span></p>
<fieldset><legend>Focal point</legend>
<p class="hint">The point that stays visible when the picture is cropped, in percent from the left and from the top.</p>
<div class="pair"><p class="field"><label for="focalX">Across</label><input id="focalX" name="focalX" type="number" min="0" max="100" step="1" required value="${value('focalX')}"></p>
<p class="field"><label for="focalY">Down</label><input id="focalY" name="focalY" type="number" min="0" max="100" step="1" required value="${value('focalY')}"></p></div>
</fieldset>
<p><button>Save the description</button></p>
</form>`;
}

function line(name: string, label: string, value: string, hint: string, isRequired: boolean): Html {
  return html`<p class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" autocomplete="off"${isRequired ? html` required` : ''} aria-describedby="${name}-hint">
<span class="hint" id="${name}-hint">${hint}</span></p>`;
}
