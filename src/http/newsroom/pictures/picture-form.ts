import { html } from 'hono/html';
import type { ListedPicture } from '../../../pictures/pictures.ts';
import type { Html } from '../../../render/html/html.ts';

/** All that is said of a picture, to be changed; `typed` is what was typed before the form was refused. */
export function describeForm(one: ListedPicture, typed: Record<string, string> | null): Html {
  const { title, alt, credit, licence, source } = { ...one, ...typed };
  const value = (name: 'endsOn' | 'focalX' | 'focalY') => typed?.[name] ?? String(one[name] ?? '');
  const isAiMade = typed ? typed.isAiMade === 'yes' : one.isAiMade;
  return html`<form class="entry" method="post" action="/newsroom/pictures/${one.id}">
<input type="hidden" name="seen" value="${typed?.seen ?? one.changedAt ?? ''}">
<h2>What is said of it</h2>
${line('title', 'Title', title, 'How the newsroom finds it. Readers do not see it.', true)}
${line('alt', 'What it shows', alt, 'For readers who do not see it.', true)}
${line('credit', 'Credit', credit, 'As it stands under the picture.', true)}
<p class="field tick"><label><input name="isAiMade" type="checkbox" value="yes"${isAiMade ? html` checked` : ''}>Made with AI</label>
<span class="hint">Readers are told beside the credit.</span></p>
${line('licence', 'Licence', licence, 'By what right it is used, such as CC BY 4.0 or a contract.', false)}
${line('source', 'Source', source, 'Where it came from: an address, an archive, a person.', false)}
<p class="field"><label for="endsOn">May be used until</label>
<input id="endsOn" name="endsOn" type="date" value="${value('endsOn')}" aria-describedby="endsOn-hint">
<span class="hint" id="endsOn-hint">The last day (UTC); empty for no end. After it nothing is published with the picture.</span></p>
<fieldset><legend>The point that stays in sight</legend>
<p class="hint">Where the picture is cut, in hundredths from the left and from the top.</p>
<div class="pair"><p class="field"><label for="focalX">Across</label><input id="focalX" name="focalX" type="number" min="0" max="100" step="1" required value="${value('focalX')}"></p>
<p class="field"><label for="focalY">Down</label><input id="focalY" name="focalY" type="number" min="0" max="100" step="1" required value="${value('focalY')}"></p></div>
</fieldset>
<p><button>Save what is said</button></p>
</form>`;
}

function line(name: string, label: string, value: string, hint: string, isRequired: boolean): Html {
  return html`<p class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" autocomplete="off"${isRequired ? html` required` : ''} aria-describedby="${name}-hint">
<span class="hint" id="${name}-hint">${hint}</span></p>`;
}
