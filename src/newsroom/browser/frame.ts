import { foldAtOnce } from '#newsroom/browser/frame/fold.ts';
import { listenForHelp } from '#newsroom/browser/frame/help-panel.ts';
import { listenForPalette } from '#newsroom/browser/frame/palette.ts';
import { startArticlesAtOnce } from '#newsroom/browser/frame/start-article.ts';
import { watchToasts } from '#newsroom/browser/frame/toasts.ts';

// The script of the frame around every page: the search at Ctrl K, help at ?, and what is quicker with it. All of it works without the
// script too.

listenForPalette();
listenForHelp();
startArticlesAtOnce();
foldAtOnce();
watchToasts();
