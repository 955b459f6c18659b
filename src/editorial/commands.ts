import { type Command, lazyCommand } from '#http/capability.ts';

const articles = () => import('./commands/articles.ts');

export const commands: readonly Command[] = [
  {
    words: 'articles',
    takes: '',
    does: 'lists every article with its stage and revisions',
    run: lazyCommand(articles, 'listAllArticles'),
  },
  {
    words: 'publish',
    takes: 'ARTICLE_ID [--revision N] [--by EMAIL] [--no-correction-because TEXT]',
    does: 'publishes revision N, or the latest, in the name of an editor, or of the command line; TEXT is the reason to change a live article without a correction',
    run: lazyCommand(articles, 'publishArticle'),
  },
  {
    words: 'unpublish',
    takes: 'ARTICLE_ID [--because TEXT] [--notice TEXT]',
    does: 'withdraws a published article and records the reason; readers see the notice at its address',
    run: lazyCommand(articles, 'unpublishArticle'),
  },
];
