import { html, raw } from 'hono/html';
import { OPTIONAL_TEXTS } from '#article/article-fields.ts';
import type { Html } from '#html/html.ts';
import { LARGEST_FILE } from '#media/inspect-picture.ts';
import { ACCEPTED_TYPES, PICTURE_FORM_NAMES } from '#media/picture-forms.ts';
import type { HeroData } from '#newsroom/browser/pictures/hero.ts';

/** The picture above the headline. The script shows the chosen picture and its texts in `#hero-picture`. */
export function heroField(data: HeroData, caption: string): Html {
  const { label, hint } = OPTIONAL_TEXTS.pictureCaption;
  return html`<div class="field hero-field" id="hero" role="group" aria-label="Picture" data-largest="${LARGEST_FILE}" data-forms="${PICTURE_FORM_NAMES}">
<input type="hidden" name="heroAssetId" id="f-heroAssetId" value="${data.picture?.id ?? ''}" aria-label="Picture">
<div id="hero-picture"></div>
<p class="field hero-caption"><label class="unseen" for="f-pictureCaption">${label}</label>
<textarea id="f-pictureCaption" name="pictureCaption" rows="1" placeholder="Caption" aria-describedby="pictureCaption-hint pictureCaption-count pictureCaption-trouble">${caption}</textarea>
<span class="unseen" id="pictureCaption-hint">${hint}</span><span class="count hint" id="pictureCaption-count"></span><span class="trouble" id="pictureCaption-trouble" role="alert"></span></p>
<p class="acts" id="hero-acts"><button type="button" class="plain" id="add-picture">Add picture</button> <button type="button" class="btn quiet" id="choose-picture">Choose from the library</button> <span class="hint" id="hero-hint">or drop a file here, or paste one</span></p>
<input type="file" id="hero-file" accept="${ACCEPTED_TYPES}" aria-label="Picture file" hidden>
<div id="hero-progress"></div>
<p class="hint" id="hero-status" role="status"></p>
<span class="trouble" id="heroAssetId-trouble" role="alert"></span>
<script type="application/json" id="hero-data">${raw(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>
</div>`;
}
