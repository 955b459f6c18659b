import { followArticle } from './follow.ts';

/** Shows on an article's page who else has it open, and what was saved since the page was opened. */
export function showNews(): void {
  const [present, news] = [document.getElementById('present'), document.getElementById('news')];
  const { article, revision = '0', seq = '0' } = present?.dataset ?? {};
  if (!present || !news || !article) return;
  const changed = async () => {
    const latest = await readLatest(article);
    if (!latest) return;
    const words =
      latest.revision > Number(revision)
        ? `${latest.savedBy} saved revision ${latest.revision}.`
        : 'A comment or a decision was added meanwhile.';
    const links = [
      ...(latest.revision > Number(revision)
        ? [link(`/newsroom/articles/${article}/compare/${revision}/${latest.revision}`, 'Look at what changed')]
        : []),
      link(`/newsroom/articles/${article}`, 'Show the article as it is now'),
    ];
    news.replaceChildren(words, ...links.flatMap((anchor) => [' ', anchor]));
    news.hidden = false;
  };
  followArticle(present, article, { isWriting: false, seq: () => seq, changed: () => void changed() });
}

export type RevisionNews = { revision: number; savedBy: string };

/** The latest revision as the part beside the editor's text names it. */
export function revisionOf({ dataset }: HTMLElement): RevisionNews {
  const { revision = '0', savedBy = '' } = dataset;
  return { revision: Number(revision), savedBy };
}

async function readLatest(article: string): Promise<RevisionNews | null> {
  const response = await fetch(`/newsroom/articles/${article}/beside`).catch(() => null);
  if (!response?.ok) return null;
  const read = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('beside');
  return read && revisionOf(read);
}

function link(href: string, words: string): HTMLAnchorElement {
  const element = document.createElement('a');
  element.href = href;
  element.textContent = words;
  return element;
}
