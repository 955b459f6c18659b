import { html } from 'hono/html';
import { type Member, roleOf } from '#core/actor.ts';
import type { Html } from '#html/html.ts';
import type { NavigationEntry } from '#http/declared.ts';
import { face } from '../kit/pill.ts';
import { icon } from './icons.ts';
import {
  type EntryGroup,
  entriesFor,
  groupsFor,
  isSetting,
  placeAt,
  SETTINGS_GROUPS,
  SIDE_GROUPS,
} from './navigation.ts';

export type Frame = {
  member: Member;
  /** The path of the page. */
  path: string;
  publicationName: string;
  /** How many things wait for this person, by the path of an entry. */
  counts: ReadonlyMap<string, number>;
  /** Whether the side bar is folded to icons. */
  isFolded: boolean;
  /** Whether the page runs no script, as about the access of agents. It then has no sign-out button, which needs a script. */
  isPlain: boolean;
  helpLink: string;
};

/** The id of the side bar, which a phone and the editor open as a menu. */
export const MENU = 'menu';

/** The bar beside every page: the search, the groups of pages, and the person. */
export function sideBar(frame: Frame): Html {
  const { member, path, publicationName, counts, isFolded, isPlain, helpLink } = frame;
  const here = placeAt(path);
  return html`<header class="side-bar" id="${MENU}" popover>
<p class="brand"><a href="/newsroom">${publicationName}<span class="unseen"> newsroom</span></a> <a class="view-site" href="/">View site</a></p>
<a class="jump" href="/newsroom/search" aria-keyshortcuts="Control+K">${icon('search')}<span class="name">Search or go to …</span> <kbd>Ctrl K</kbd></a>
<nav class="places" aria-label="Newsroom">
${groupsFor(member, SIDE_GROUPS).map((group) => groupList(group, here, path, counts))}
</nav>
<div class="side-foot">
<ul class="side-tools">
<li>${toolLink({ path: '/newsroom/settings', text: 'Settings', icon: 'settings' }, path === '/newsroom/settings' ? 'page' : here !== null && isSetting(here) && 'true')}</li>
<li>${toolLink({ path: helpLink, text: 'Help', icon: 'help' }, path === '/newsroom/help' && 'page')}</li>
<li class="fold"><form method="post" action="/newsroom/fold"><input type="hidden" name="back" value="${path}"><button class="plain" title="${isFolded ? 'Unfold' : 'Fold'} the side bar" name="folded" value="${isFolded ? '0' : '1'}">${icon('fold')}<span class="unseen">${isFolded ? 'Unfold' : 'Fold'} the side bar</span></button></form></li>
</ul>
<form class="person" method="post" action="/newsroom/sign-out"><a href="/newsroom/profile"><span aria-hidden="true">${face(member.name)}</span> <span class="name">${member.name}, ${roleOf(member)}</span></a>${isPlain ? '' : html` <button class="plain">Sign out</button>`}</form>
</div>
</header>`;
}

type Current = 'page' | 'true' | false;

function groupList(group: EntryGroup, here: NavigationEntry | null, path: string, counts: Frame['counts']): Html {
  const id = group.name === null ? null : `group-${group.entries[0]?.group}`;
  return html`${id ? html`<h2 id="${id}">${group.name}</h2>\n` : ''}<ul${id ? html` aria-labelledby="${id}"` : ''}>${group.entries.map(
    (entry) => html`<li>${entryLink(entry, isCurrent(entry, here, path), counts.get(entry.path) ?? 0)}</li>`,
  )}</ul>`;
}

function isCurrent(entry: NavigationEntry, here: NavigationEntry | null, path: string): Current {
  return entry === here && (entry.path === path ? 'page' : 'true');
}

function entryLink(entry: NavigationEntry, current: Current, count: number): Html {
  return html`<a href="${entry.path}"${currentAttribute(current)}>${entry.icon ? icon(entry.icon) : ''}<span class="name">${entry.text}</span>${countMark(count)}</a>`;
}

function toolLink(tool: { path: string; text: string; icon: string }, current: Current): Html {
  return html`<a href="${tool.path}"${currentAttribute(current)}>${icon(tool.icon)}<span class="name">${tool.text}</span></a>`;
}

function currentAttribute(current: Current): Html | string {
  return current ? html` aria-current="${current}"` : '';
}

/** Shown only where something waits for this person. */
function countMark(count: number): Html | string {
  return count === 0 ? '' : html` <span class="place-count"><b>${count}</b><span class="unseen"> waiting</span></span>`;
}

/** The places at the foot of a phone; the last one opens the side bar. */
export function phoneBar({ member, path, counts }: Frame): Html {
  const here = placeAt(path);
  const places = entriesFor(member)
    .filter(({ phone }) => phone)
    .sort((entry, other) => (entry.phone?.place ?? 0) - (other.phone?.place ?? 0))
    .slice(0, 4);
  const isPlace = places.some((entry) => entry.path === path);
  return html`<nav class="phone-bar" aria-label="Places"><ul>${places.map((entry) => {
    const current = entry.path === path ? 'page' : !isPlace && isCurrent(entry, here, path);
    return html`<li><a href="${entry.path}"${currentAttribute(current)}>${icon(entry.icon ?? '')}<span>${entry.phone?.text ?? entry.text}</span>${countMark(counts.get(entry.path) ?? 0)}</a></li>`;
  })}<li><button type="button" popovertarget="${MENU}">${icon('more')}<span>Menu</span></button></li></ul></nav>`;
}

/** The list of the settings, beside each page of them. Null on other pages. */
export function settingsList(member: Member, path: string): Html | null {
  const here = placeAt(path);
  if (here === null || !isSetting(here)) return null;
  return html`<nav class="settings-list" aria-label="Settings"><p class="back"><a href="/newsroom/settings">All settings</a></p>
${groupsFor(member, SETTINGS_GROUPS).map((group) => groupList(group, here, path, new Map()))}</nav>`;
}
