import { declared } from '#http/declared.ts';

/** The words of an act before its object, the object, and the words after it. An unknown act has only its stored name. */
export function splitAct(act: string): { before: string; object: string; after: string } {
  const words = declared().journalActs[act] ?? act;
  const [, before = words, object = '', after = ''] = /^(.*?)\{(.*)\}(.*)$/.exec(words) ?? [];
  return { before, object, after };
}

/** An act as a list shows it: `Published an article`. An unknown act is shown as it is. */
export function actName(act: string): string {
  const stored = declared().journalActs[act];
  if (stored === undefined) return act;
  const words = stored.replace(/[{}]/g, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
