import { find } from './page.ts';

// The panel beside the sheet: five tabs, one of them open. What a person left open is open again in the next article.

export const PANEL_NAMES = ['details', 'numbers', 'comments', 'history', 'checks'] as const;
export type PanelName = (typeof PANEL_NAMES)[number];

export type Panel = {
  /** Opens a part; with `focus` the keyboard moves into it. */
  show: (name: PanelName, focus?: boolean) => void;
  hide: () => void;
  /** Opens what this person left open; not in a narrow window, where it would cover the text. */
  restore: () => void;
  /** The part that is open, or null. */
  open: () => PanelName | null;
  /** Gives the window back to the text, where the panel lies over it. */
  uncover: () => void;
  /** Closes for now, without being remembered as closed: `restore` opens it again. */
  makeRoom: () => void;
  /** Calls `act` whenever a part is opened. */
  whenAnyShown: (act: () => void) => void;
  /** Calls `act` whenever the part is opened. */
  whenShown: (name: PanelName, act: () => void) => void;
  /** Shows a short count beside the name of a tab. */
  count: (name: PanelName, words: string) => void;
};

/** Wide enough for the panel beside the sheet; in a narrower window it lies over the sheet. The style sheet names the same width. */
const WIDE = matchMedia('(min-width: 64rem)');
const FOCUSABLE = 'button, a[href], input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]';

/** Sets up the panel. `back` moves the keyboard to the text. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions in it share the panel and its tabs
export function openPanel(editorId: string, back: () => void): Panel {
  const key = `plumbline.panel:${editorId}`;
  const [panel, button] = [find('panel'), find('panel-button')];
  const acts = new Map<PanelName, (() => void)[]>();
  let shown: PanelName | null = null;
  let last: PanelName = 'details';
  /** Whether it gave its place to something else, which a wider window does not take back. */
  let hasMadeRoom = false;

  function set(name: PanelName | null): void {
    shown = name;
    if (name) {
      last = name;
      hasMadeRoom = false;
    }
    panel.hidden = name === null;
    find('edit-page').classList.toggle('with-panel', name !== null);
    button.setAttribute('aria-expanded', String(name !== null));
    for (const panelName of PANEL_NAMES) {
      const tab = find(`tab-${panelName}`);
      tab.setAttribute('aria-selected', String(panelName === name));
      tab.tabIndex = panelName === (name ?? last) ? 0 : -1;
      find(`panel-${panelName}`).hidden = panelName !== name;
    }
    if (name) for (const act of acts.get(name) ?? []) act();
  }

  function show(name: PanelName, focus = false): void {
    if (shown !== name) set(name);
    remember(key, name);
    if (focus) focusIn(name);
  }

  function hide(): void {
    const hadFocus = panel.contains(document.activeElement);
    set(null);
    remember(key, 'closed');
    if (hadFocus) button.focus();
  }

  button.addEventListener('click', () => (shown ? hide() : show(last, !WIDE.matches)));
  find('panel-close').addEventListener('click', hide);
  for (const name of PANEL_NAMES) find(`tab-${name}`).addEventListener('click', () => show(name));
  panel.addEventListener('keydown', (event) => {
    const tab = event.target instanceof HTMLElement && event.target.getAttribute('role') === 'tab';
    const at = PANEL_NAMES.indexOf(last);
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: PANEL_NAMES.length - 1,
    };
    const to = tab ? steps[event.key] : undefined;
    if (to !== undefined) {
      event.preventDefault();
      const next = PANEL_NAMES[(to + PANEL_NAMES.length) % PANEL_NAMES.length] ?? 'details';
      show(next);
      find(`tab-${next}`).focus();
    } else if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault();
      if (WIDE.matches) back();
      else hide();
    }
  });

  WIDE.addEventListener('change', () => {
    if (WIDE.matches && !shown && !hasMadeRoom && (read(key) ?? 'details') === last) set(last);
    else if (!WIDE.matches && !panel.contains(document.activeElement)) set(null);
  });

  return {
    show,
    hide,
    open: () => shown,
    restore: () => {
      hasMadeRoom = false;
      const left = read(key) ?? 'details';
      const name = PANEL_NAMES.find((candidate) => candidate === left);
      if (name && WIDE.matches) set(name);
    },
    uncover: () => {
      if (shown && !WIDE.matches) set(null);
    },
    makeRoom: () => {
      set(null);
      hasMadeRoom = true;
    },
    whenAnyShown: (act) => {
      for (const name of PANEL_NAMES) acts.set(name, [...(acts.get(name) ?? []), act]);
    },
    whenShown: (name, act) => {
      acts.set(name, [...(acts.get(name) ?? []), act]);
      if (shown === name) act();
    },
    count: (name, words) => {
      const place = find(`count-${name}`);
      if (place.textContent !== words) place.textContent = words;
    },
  };
}

function focusIn(name: PanelName): void {
  const part = find(`panel-${name}`);
  const seen = [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.checkVisibility());
  const first = seen.find((element) => element.matches('input, select, textarea')) ?? seen[0];
  (first ?? part).focus();
}

function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // without storage the panel opens as usual
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
