import type { PictureCard } from '#media/newsroom/picture-card.ts';
import { make, showFieldError } from '#newsroom/browser/editor/page.ts';

type TextName = 'alt' | 'credit';
type Options = {
  /** The credit this person used last, offered where the picture has none. */
  lastCredit: string;
  /** Whether it was added in this window: its texts are asked for, even if it has them. */
  isNew: boolean;
  /** The id of the picture, once it is in the library. */
  id: Promise<string>;
  /** The beginning of the ids of its fields. */
  prefix: string;
  tell: (words: string) => void;
  changed: (picture: PictureCard) => void;
};

/** Milliseconds without typing before a text is sent. */
const SEND_AFTER = 2000;
const LABELS = { alt: 'What the picture shows', credit: 'Credit' } as const;
const HINTS = {
  alt: 'For readers who cannot see it. Needed before publication.',
  credit: 'Who made it, and the right to use it. Needed before publication.',
} as const;
const LONGEST = { alt: 500, credit: 200 } as const;

/** The alternative text and the credit of a picture: as fields while they are missing, then as text. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share one picture and its two fields
export function openPictureText(first: PictureCard, { lastCredit, isNew, id, prefix, tell, changed }: Options) {
  let picture = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> = Promise.resolve();
  const isAsked = picture.mayDescribe && (isNew || picture.alt === '' || picture.credit === '');
  const inputs = { alt: inputFor('alt'), credit: inputFor('credit') };
  const element = isAsked
    ? make('div', { class: 'picture-text' }, fieldFor('alt'), fieldFor('credit'))
    : make('div', { class: 'picture-text' }, ...readOnly(picture));

  function inputFor(name: TextName): HTMLInputElement {
    const input = make('input', {
      id: `${prefix}-${name}`,
      type: 'text',
      maxlength: String(LONGEST[name]),
      autocomplete: 'off',
      'aria-describedby': `${prefix}-${name}-hint hero-${name}-trouble`,
      change: () => void flush(),
      input: () => {
        clearTimeout(timer);
        timer = setTimeout(() => void flush(), SEND_AFTER);
      },
    });
    input.value = picture[name];
    return input;
  }

  function fieldFor(name: TextName): HTMLElement {
    const id = `${prefix}-${name}`;
    const offer = name === 'credit' && picture.credit === '' && lastCredit !== '' ? [creditOffer()] : [];
    return make(
      'p',
      { class: 'field' },
      make('label', { for: id }, LABELS[name]),
      inputs[name],
      ...offer,
      make('span', { class: 'hint', id: `${id}-hint` }, HINTS[name]),
      make('span', { class: 'trouble', id: `${id}-trouble`, role: 'alert' }),
    );
  }

  /** One click for the credit of the last picture: people often add several pictures of one photographer. */
  function creditOffer(): HTMLElement {
    const take = (event: Event) => {
      inputs.credit.value = lastCredit;
      (event.currentTarget as HTMLElement).remove();
      inputs.credit.focus();
      void flush();
    };
    return make('button', { type: 'button', class: 'plain', click: take }, `Use “${lastCredit}”`);
  }

  /** The texts that differ from the stored ones. An empty text is not sent: it would remove what readers may see. */
  function unsent(): Partial<Record<TextName, string>> {
    if (!isAsked) return {};
    return Object.fromEntries(
      (['alt', 'credit'] as const)
        .map((name) => [name, inputs[name].value.trim()] as const)
        .filter(([name, value]) => value !== '' && value !== picture[name]),
    );
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    const text = unsent();
    if (Object.keys(text).length > 0) sending = sending.then(() => send(text));
    return sending;
  }

  async function send(text: Partial<Record<TextName, string>>): Promise<void> {
    const pictureId = await id;
    if (pictureId === '') return; // it was not added
    const answer = await fetch(`/newsroom/pictures/${pictureId}/text`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(text),
      redirect: 'manual',
      keepalive: true,
    }).catch(() => null);
    const body = await answer?.json().catch(() => null);
    if (!answer?.ok) {
      tell(`The text below the picture is not stored yet. ${body?.error ?? 'It is sent again when you change it.'}`);
      for (const { path, message } of body?.issues ?? []) if (path in inputs) showTrouble(path as TextName, message);
      return;
    }
    picture = { ...picture, ...text, id: pictureId };
    for (const name of Object.keys(text) as TextName[]) showTrouble(name, '');
    changed(picture);
    tell(missingIn(picture));
  }

  function showTrouble(name: TextName, message: string): void {
    const place = document.getElementById(`${prefix}-${name}-trouble`);
    if (place) showFieldError(place, message, inputs[name]);
  }

  return {
    element,
    flush,
    isDirty: () => Object.keys(unsent()).length > 0,
    focus: () => (inputs.alt.value === '' ? inputs.alt : inputs.credit).focus(),
  };
}

function missingIn({ alt, credit }: PictureCard): string {
  if (alt !== '' && credit !== '') return 'Picture and texts are stored.';
  return `Stored. Before publication it needs ${alt === '' ? 'a description' : 'a credit'}.`;
}

function readOnly({ id, alt, credit, isAiMade, mayOpen }: PictureCard): Node[] {
  const change = make(
    'a',
    { href: `/newsroom/pictures/${id}`, target: '_blank', rel: 'noopener' },
    'Change in the library',
  );
  return [
    make('p', {}, alt || 'It has no description yet.'),
    make(
      'p',
      { class: 'hint' },
      `${credit || 'It has no credit yet.'}${isAiMade ? ' (made with AI)' : ''} `,
      ...(mayOpen ? [change] : []),
    ),
  ];
}
