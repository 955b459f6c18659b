import { html } from 'hono/html';
import type { OnFile } from '../../article/on-file.ts';
import type { Html } from '../../editions/html.ts';
import { type Actor, isEditorial } from '../../ground/actor.ts';
import { gateList } from './gate-list.ts';

export type Seen = {
  actor: Actor;
  /** The revision on the page, with its gate. */
  file: OnFile;
  number: number;
  /** The revision readers see, where they see one. */
  live: OnFile | null;
};

/** The gate of one exact revision, and the form that publishes this revision and no other. */
export function publishBox(seen: Seen): Html {
  return html`<section aria-labelledby="gate-title">
<h2 id="gate-title">Gate of revision ${seen.number}</h2>
${gateList(seen.file.gate)}
</section>
<section aria-labelledby="publish-title">
<h2 id="publish-title">Publication</h2>
${publication(seen)}
</section>`;
}

function publication(seen: Seen): Html {
  const { actor, file, number } = seen;
  if (number === file.liveRevision) return html`<p>Readers see this revision now.</p>${withdrawal(seen)}`;
  if (!isEditorial(actor)) return html`<p>An editor publishes. Tell one that revision ${number} is ready.</p>`;
  if (file.gate.some((entry) => entry.severity === 'block')) {
    return html`<p>The gate is shut for revision ${number}. What stops it is mended in a new revision.</p>${withdrawal(seen)}`;
  }
  return html`<p>Publishing revision ${number}:</p>
<ul>${effects(seen).map((effect) => html`<li>${effect}</li>`)}</ul>
<form method="post" action="/newsroom/articles/${file.id}/publish">
<input type="hidden" name="revision" value="${number}">
<button>Publish revision ${number}</button>
</form>
${withdrawal(seen)}`;
}

/** What publishing this revision will change, in words. */
function effects({ file, number, live }: Seen): Html[] {
  const address = `/${file.copy.section}/${file.copy.slug}`;
  const latest = file.revision > number ? [html`leaves revision ${file.revision}, which is newer, waiting.`] : [];
  if (!live) {
    const first = file.publishedAt ? 'shows it to readers again' : 'shows it to readers for the first time';
    return [html`${first}, at <code>${address}</code>.`, ...latest];
  }
  const liveAddress = `/${live.liveSection}/${live.liveSlug}`;
  const correction = newCorrection(file, live);
  return [
    html`replaces revision ${file.liveRevision}, which readers see now.`,
    ...(address === liveAddress
      ? []
      : [html`moves it from <code>${liveAddress}</code> to <code>${address}</code>; the old address redirects.`]),
    ...(correction ? [html`records a correction, for good: “${correction}”`] : []),
    ...latest,
  ];
}

/** The correction that publication would record: a note other than the one carried along from the live revision. */
export function newCorrection(file: OnFile, live: OnFile | null): string | null {
  const note = file.copy.correctionNote ?? null;
  return live && note !== live.copy.correctionNote ? note : null;
}

function withdrawal({ actor, file }: Seen): Html | string {
  if (file.liveRevision === null || !isEditorial(actor)) return '';
  return html`<details><summary>Take it back from readers …</summary>
<p>Its address answers 404 at once, in every form. All revisions stay; publishing one shows it again.</p>
<form method="post" action="/newsroom/articles/${file.id}/unpublish"><button class="plain">Unpublish revision ${file.liveRevision}</button></form>
</details>`;
}
