import { html } from 'hono/html';
import { findPictureReach, listPictureUses, type PictureUse } from '#article/linked-articles.ts';
import { isEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import { recaption } from '#editorial/publish/recaption.ts';
import type { Html } from '#html/html.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import {
  drawFields,
  formFields,
  readFields,
  readTyped,
  refusalSummary,
  type ShownForm,
  typedOf,
} from '#html/newsroom/kit/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { describePicture, mayDescribe } from '#media/describe-picture.ts';
import { addressAt, shownSize } from '#media/pages/picture-html.ts';
import { findPicture, type ListedPicture, pictureDetailsSchema } from '#media/pictures.ts';
import { fileSection, versionsSection } from './file-section.ts';

const USES = 50;

/** `GET /newsroom/pictures/{pictureId}`: a picture, its description and its uses. */
export function showPicture(c: Context): Promise<Response> {
  return picturePage(c, null);
}

/** A refused form of the page: that of the description, or one without fields. */
export type RefusedPicture = { typed?: ShownForm['typed']; failure: Failure; status: number };

export async function picturePage(c: Context, refused: RefusedPicture | null): Promise<Response> {
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
${refusalSummary(refused?.failure)}
<div class="looked-at">
<div>
${shown(picture)}
${mayChange ? cuts(picture) : ''}
${facts(picture)}
${used(uses)}
${mayChange ? versionsSection(picture) : ''}
${mayDescribe(actor, picture) ? fileSection(picture.id, await findPictureReach(deps.db.read, picture.id)) : ''}
</div>
${mayChange ? describeForm(picture, refused) : said(picture)}
</div>`,
  });
}

function changedNote(c: Context, { changedAt }: ListedPicture): Html | string {
  const done = c.req.query('done');
  if (done === 'file') return html`<p class="done" role="status">Saved. Readers see the new file now.</p>`;
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

function shown(picture: ListedPicture): Html {
  const { width, height } = shownSize(picture);
  return html`<div class="focal"><img src="${addressAt(picture, 1200, 'jpg')}" width="${width}" height="${height}" alt="${picture.alt}"><span class="point ${focusOf(picture)}"></span></div>`;
}

/** Previews of the crops in other shapes. */
function cuts(picture: ListedPicture): Html {
  const small = addressAt(picture, 480, 'jpg');
  return html`<p class="hint">Crops in other shapes, around the focal point:</p>
<div class="cuts">${['wide', 'square', 'tall'].map((shape) => html`<img class="cut-${shape} ${focusOf(picture)}" src="${small}" alt="">`)}</div>`;
}

function focusOf({ focalX, focalY }: ListedPicture): string {
  const [x, y] = [focalX, focalY].map((part) => Math.round(part / 10) * 10);
  return `focus-x-${x} focus-y-${y}`;
}

function facts(picture: ListedPicture): Html {
  return html`<dl class="copy">
<div><dt>Size</dt><dd>${picture.width} × ${picture.height} pixels</dd></div>
<div><dt>Added (UTC)</dt><dd>${formatTime(picture.addedAt)} by ${picture.addedBy}</dd></div>
${picture.changedAt ? html`<div><dt>Last changed (UTC)</dt><dd>${formatTime(picture.changedAt)}</dd></div>` : ''}
</dl>`;
}

/** The description for people who may not change it. */
function said(picture: ListedPicture): Html {
  return html`<section aria-labelledby="said"><h2 id="said">Description</h2>
<dl class="copy">
<div><dt>What it shows</dt><dd>${picture.alt}</dd></div>
<div><dt>Credit</dt><dd>${picture.credit}${picture.isAiMade ? ' (made with AI)' : ''}</dd></div>
<div><dt>Licence</dt><dd>${picture.licence || 'not known'}</dd></div>
<div><dt>Source</dt><dd>${picture.source || 'not known'}</dd></div>
<div><dt>May be used until</dt><dd>${picture.endsOn ?? 'no end'}</dd></div>
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

const { shape } = pictureDetailsSchema;
const FIELDS = formFields({
  title: {
    label: 'Title',
    subject: 'The title',
    hint: 'To find it in the newsroom. Readers do not see it.',
    schema: shape.title,
  },
  alt: { label: 'What it shows', hint: 'For readers who cannot see it.', schema: shape.alt },
  credit: { label: 'Credit', subject: 'The credit', hint: 'The text under the picture.', schema: shape.credit },
  isAiMade: { label: 'Made with AI', kind: 'switch', hint: 'The credit tells readers so.' },
  isDiagram: { label: 'Diagram with labels', kind: 'switch', hint: 'It is never cropped.' },
  licence: {
    label: 'Licence',
    subject: 'The licence',
    hint: 'The right to use it, such as CC BY 4.0 or a contract.',
    optional: true,
    schema: shape.licence,
  },
  source: {
    label: 'Source',
    subject: 'The source',
    hint: 'Its origin: an address, an archive, a person.',
    optional: true,
    schema: shape.source,
  },
  endsOn: {
    label: 'May be used until',
    subject: 'The last day',
    kind: 'date',
    hint: 'The last day (UTC), or empty for no end. After that day no article can be published with it.',
    optional: true,
    schema: shape.endsOn.unwrap(),
  },
  focalX: {
    label: 'Across',
    subject: 'The point across',
    kind: 'number',
    min: '0',
    max: '100',
    step: '1',
    schema: shape.focalX,
  },
  focalY: {
    label: 'Down',
    subject: 'The point down',
    kind: 'number',
    min: '0',
    max: '100',
    step: '1',
    schema: shape.focalY,
  },
});

/** `POST /newsroom/pictures/{pictureId}`: changes the description of a picture. */
export async function postDescription(c: Context): Promise<Response> {
  const id = c.req.param('pictureId') ?? '';
  const typed = await readTyped(c);
  try {
    const { licence, source, ...others } = readFields(FIELDS, typed);
    const { held } = await describePicture(c.var.deps, c.var.actor, id, {
      details: { ...others, licence: licence ?? '', source: source ?? '' },
      seen: typed.get('seen') || null,
      show: recaption,
    });
    return redirect(`/newsroom/pictures/${id}?done=${held > 0 ? 'held' : 'changed'}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => picturePage(c, { typed, failure, status }));
  }
}

/** The form for the description of a picture, with the fields of a refused form. */
function describeForm(picture: ListedPicture, refused: RefusedPicture | null): Html {
  const typed = refused?.typed?.has('seen') ? refused.typed : typedOf(FIELDS, picture);
  const shown = { typed, failure: refused?.failure };
  return html`<form class="entry" method="post" action="/newsroom/pictures/${picture.id}">
<input type="hidden" name="seen" value="${typed.get('seen') ?? picture.changedAt ?? ''}">
<h2>Description</h2>
${drawFields(FIELDS, shown, { only: ['title', 'alt', 'credit', 'isAiMade', 'isDiagram', 'licence', 'source', 'endsOn'] })}
<fieldset><legend>Focal point</legend>
<p class="hint">The point that stays visible when the picture is cropped, in percent from the left and from the top.</p>
<div class="pair">${drawFields(FIELDS, shown, { only: ['focalX', 'focalY'] })}</div>
</fieldset>
<p>${button({ text: 'Save the description' })}</p>
</form>`;
}
