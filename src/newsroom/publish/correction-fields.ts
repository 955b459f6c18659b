import { html } from 'hono/html';
import * as z from 'zod';
import { correctionChoiceMissing } from '#article/pending-correction.ts';
import { Failure } from '#core/failure.ts';
import { type CorrectionChoice, correctionNote, reason } from '#editorial/publish/correction-choice.ts';
import type { Html } from '#html/html.ts';
import { validateForm } from '#http/body.ts';
import type { RevisionView } from './revision-view.ts';

type Fields = Record<string, string>;

const LABELS = { note: 'The correction note', because: 'The reason' };
const noteSchema = z.strictObject({ note: correctionNote });
const reasonSchema = z.strictObject({ because: reason });

/**
 * The choice between a correction note for readers and a reason why none is needed. A note makes a new revision, so it is
 * offered for the latest revision only, and not where a second person must approve new revisions. A working copy is saved with its
 * note.
 */
export function correctionFields(
  { file, number, reviewBy, workingCopy = null }: RevisionView & { workingCopy?: number | null },
  typed: Fields = {},
): Html {
  const { revision: latest } = file;
  const saves =
    workingCopy === null ? ` It creates revision ${latest + 1}, with the same text as revision ${number}.` : '';

  const { correction = '', correctionNote: note = '', noCorrectionBecause: because = '' } = typed;
  const checked = (value: string) => (correction === value ? html` checked` : '');
  const noteField = html`<p class="pick"><input type="radio" id="correction-note" name="correction" value="note" required${checked('note')}> <label for="correction-note">It corrects an error that readers saw</label></p>
<p class="field"><label for="note-text">Correction note</label>
<textarea id="note-text" name="correctionNote" rows="3" maxlength="2000" aria-describedby="note-hint" data-chooses="correction-note"${correction === 'none' ? '' : html` autofocus`}>${note}</textarea>
<span class="hint" id="note-hint">20 to 2,000 characters, shown above the article permanently.${saves}</span></p>`;
  return html`<fieldset class="correction-choice"><legend>This changes the text of a published article</legend>
${number === latest && reviewBy === 'one' ? noteField : html`<p class="hint">${noteElsewhere(number === latest, file.id)}</p>`}
<p class="pick"><input type="radio" id="correction-none" name="correction" value="none" required${checked('none')}> <label for="correction-none">It is no correction</label></p>
<p class="field"><label for="none-text">Why not</label>
<textarea id="none-text" name="noCorrectionBecause" rows="2" maxlength="1000" aria-describedby="none-hint" data-chooses="correction-none">${because}</textarea>
<span class="hint" id="none-hint">Stored in the journal; readers do not see it.</span></p>
</fieldset>`;
}

function noteElsewhere(isLatest: boolean, id: string): Html | string {
  if (!isLatest) return 'To publish it with a correction note, restore it as the newest revision first.';
  return html`Two people publish here. If it is a correction, <a href="/newsroom/articles/${id}/edit">write the note in the editor</a>: that makes a new revision, which another editor approves with the note in it.`;
}

/**
 * Reads the choice from a form; null when the form has no such fields.
 * @throws validation_failed when the choice is missing or its text is too short
 */
export function parseCorrectionChoice(fields: Fields): CorrectionChoice | null {
  const { correction, correctionNote: note, noCorrectionBecause: because } = fields;
  if (correction === undefined && note === undefined && because === undefined) return null;
  switch (correction ?? (because ? 'none' : note ? 'note' : '')) {
    case 'note':
      return validateForm(noteSchema, { note: linesOf(note) }, LABELS);
    case 'none':
      return { noneBecause: parseReason(because) };
    default:
      throw correctionChoiceMissing();
  }
}

/** Reads a required reason. @throws validation_failed */
export function parseReason(typed: string | undefined): string {
  if (!typed)
    throw new Failure('validation_failed', 'No reason was given.', {
      hint: 'Write one sentence. Other editors will read it in the journal.',
    });
  return validateForm(reasonSchema, { because: linesOf(typed) }, LABELS).because;
}

/** What was typed into a field of many lines: browsers end each with two characters (HTML, 4.10.21.4). */
export function linesOf(typed: string | undefined): string {
  return (typed ?? '').replace(/\r\n?/g, '\n');
}
