import { get, lazy, post, type Route } from '#http/route.ts';
import { confirmed } from '#people/newsroom/confirmed.ts';

// Each file is imported at the first request for one of its handlers.
const articlePage = () => import('./article/article-page.ts');
const assignment = () => import('./articles/assignment.ts');
const beside = () => import('./editor/beside.ts');
const bin = () => import('./articles/bin.ts');
const board = () => import('./articles/board.ts');
const bulk = () => import('./articles/bulk.ts');
const bulkUndo = () => import('./articles/bulk-undo.ts');
const calendar = () => import('./articles/calendar.ts');
const commentForms = () => import('./review/comments.ts');
const comparePage = () => import('./review/compare-page.ts');
const edit = () => import('./editor/edit.ts');
const foldBar = () => import('./frame/fold-bar.ts');
const figureActs = () => import('./figures/figure-acts.ts');
const names = () => import('./figures/names-page.ts');
const figures = () => import('./figures/figures-page.ts');
const lookupActs = () => import('./figures/lookup-acts.ts');
const followChanges = () => import('#newsroom/follow-changes.ts');
const frontPage = () => import('./front/front-page.ts');
const guestPreview = () => import('./article/guest-preview.ts');
const handbook = () => import('./help/handbook.ts');
const journal = () => import('./activity/journal.ts');
const kitPage = () => import('./kit/kit-page.ts');
const newArticle = () => import('./articles/new-article.ts');
const outbox = () => import('./activity/outbox.ts');
const mentionable = () => import('./review/mentionable.ts');
const suggestions = () => import('./review/suggestions.ts');
const place = () => import('./editor/place.ts');
const panelParts = () => import('./editor/panel-parts.ts');
const planDay = () => import('./articles/plan-day.ts');
const preview = () => import('./article/preview.ts');
const previewLinks = () => import('./article/preview-links.ts');
const previewPage = () => import('./article/preview-page.ts');
const publicationActs = () => import('./publish/publication-acts.ts');
const publish = () => import('./publish/publish-page.ts');
const tick = () => import('./publish/tick-point.ts');
const related = () => import('./front/related-page.ts');
const reviewForms = () => import('./review/decision.ts');
const revisionPage = () => import('./article/revision-page.ts');
const savedFilters = () => import('./articles/saved-filters.ts');
const scripts = () => import('#html/newsroom/scripts.ts');
const searchPage = () => import('./frame/search-page.ts');
const settingsPage = () => import('./frame/settings-page.ts');
const today = () => import('./today/today.ts');
const series = () => import('./front/series-page.ts');
const seriesBox = () => import('./front/series-box.ts');
const seriesList = () => import('./front/series-list.ts');
const byline = () => import('./people/byline-page.ts');
const sitePreview = () => import('./article/site-preview.ts');
const tags = () => import('./people/tags.ts');
const wordings = () => import('./wordings/wordings-page.ts');
const wordingActs = () => import('./wordings/wording-acts.ts');
const typedFigures = () => import('./editor/figures.ts');
const workingCopy = () => import('./editor/working-copy.ts');
const typedPreview = () => import('./editor/typed-preview.ts');

export const routes: readonly Route[] = [
  get('/preview/:secret', lazy(guestPreview, 'showGuestPreview')),
  post('/preview/:secret', 'anyone', lazy(guestPreview, 'postGuestComment'), 'guestComment'),
  get('/newsroom/script/:file', lazy(scripts, 'readScript')),
  get('/newsroom', lazy(today, 'showToday'), 'member'),
  get('/newsroom/search', lazy(searchPage, 'showSearch'), 'member'),
  get('/newsroom/find', lazy(searchPage, 'findNow'), 'member, passive'),
  get('/newsroom/settings', lazy(settingsPage, 'showSettings'), 'member'),
  post('/newsroom/fold', 'member', lazy(foldBar, 'postFold')),
  get('/newsroom/articles', lazy(board, 'showBoard'), 'member'),
  get('/newsroom/lines', lazy(board, 'showLines'), 'member, passive'),
  get('/newsroom/changes', lazy(followChanges, 'followChanges'), 'member, passive'),
  get('/newsroom/kit', lazy(kitPage, 'showKit'), 'member'),
  post('/newsroom/kit', 'member', lazy(kitPage, 'postKit')),
  get('/newsroom/help', lazy(handbook, 'showHandbook'), 'member'),
  get('/newsroom/help/section', lazy(handbook, 'showHelpSection'), 'member, passive'),
  get('/newsroom/help/pictures/:file', lazy(handbook, 'readHelpPicture'), 'member'),
  get('/newsroom/calendar', lazy(calendar, 'showCalendar'), 'member'),
  get('/newsroom/calendar/plan', lazy(planDay, 'showPlanDay'), 'member'),
  post('/newsroom/calendar/start', 'member', lazy(planDay, 'postStartOnDay'), 'write'),
  post('/newsroom/calendar/due', 'member', lazy(calendar, 'postDueDay')),
  post('/newsroom/calendar/scheduled', 'editor', confirmed(lazy(calendar, 'postScheduledDay'))),
  post('/newsroom/filters', 'member', lazy(savedFilters, 'postFilter')),
  post('/newsroom/filters/remove', 'member', lazy(savedFilters, 'postFilterRemoval')),
  post('/newsroom/bulk', 'member', lazy(bulk, 'postBulk'), 'write'),
  post('/newsroom/bulk/undo', 'member', lazy(bulkUndo, 'postBulkUndo'), 'write'),
  get('/newsroom/bin', lazy(bin, 'showBin'), 'member'),
  post('/newsroom/bin/:articleId/restore', 'member', lazy(bin, 'postUnbin')),
  post('/newsroom/articles/:articleId/bin', 'member', lazy(bin, 'postBin')),
  post('/newsroom/articles/:articleId/duplicate', 'member', lazy(bin, 'postDuplicate')),
  post('/newsroom/articles/:articleId/assignee', 'member', lazy(assignment, 'postAssignee')),
  post('/newsroom/articles/:articleId/assignment', 'member', lazy(assignment, 'postAssignment')),
  post('/newsroom/articles/:articleId/due', 'member', lazy(assignment, 'postDue')),
  get('/newsroom/new', lazy(newArticle, 'showNewArticle'), 'member'),
  post('/newsroom/new', 'member', lazy(newArticle, 'postNewArticle'), 'write'),
  get('/newsroom/articles/:articleId', lazy(articlePage, 'showArticle'), 'member'),
  get('/newsroom/articles/:articleId/edit', lazy(edit, 'showEditor'), 'member'),
  get('/newsroom/articles/:articleId/edit/checks', lazy(panelParts, 'showChecks'), 'member, passive'),
  get('/newsroom/articles/:articleId/edit/preview', lazy(typedPreview, 'showTypedPreview'), 'member, passive'),
  get('/newsroom/articles/:articleId/edit/history', lazy(panelParts, 'showHistory'), 'member, passive'),
  get('/newsroom/articles/:articleId/beside', lazy(beside, 'showBeside'), 'member, passive'),
  get('/newsroom/articles/:articleId/copy', lazy(workingCopy, 'readLatestCopy'), 'member'),
  get('/newsroom/articles/:articleId/working-copy', lazy(workingCopy, 'readOwnCopy'), 'member'),
  post('/newsroom/articles/:articleId/working-copy', 'member', lazy(workingCopy, 'postWorkingCopy')),
  post('/newsroom/articles/:articleId/place', 'member', lazy(place, 'postPlace')),
  post('/newsroom/articles/:articleId/working-copy/save', 'member', lazy(workingCopy, 'postSave')),
  post('/newsroom/articles/:articleId/working-copy/drop', 'member', lazy(workingCopy, 'postDrop')),
  get('/newsroom/articles/:articleId/revisions/:number', lazy(revisionPage, 'showRevision'), 'member'),
  get('/newsroom/articles/:articleId/revisions/:number/preview', lazy(preview, 'showPreview'), 'member'),
  get('/newsroom/articles/:articleId/revisions/:number/card.png', lazy(previewPage, 'showCard'), 'member'),
  get('/newsroom/articles/:articleId/preview', lazy(previewPage, 'showFullPreview'), 'member'),
  get('/newsroom/articles/:articleId/compare', lazy(comparePage, 'chooseComparison'), 'member'),
  get('/newsroom/articles/:articleId/compare/:from/:to', lazy(comparePage, 'showComparison'), 'member'),
  post('/newsroom/articles/:articleId/review/ask', 'member', lazy(reviewForms, 'postAsk')),
  post('/newsroom/articles/:articleId/review/request-changes', 'editor', lazy(reviewForms, 'postRequestChanges')),
  post('/newsroom/articles/:articleId/review/approve', 'editor', lazy(reviewForms, 'postApprove')),
  post('/newsroom/articles/:articleId/review/take-back', 'member', lazy(reviewForms, 'postTakeBack')),
  post('/newsroom/articles/:articleId/suggestions', 'member', lazy(suggestions, 'postSuggestion')),
  post('/newsroom/articles/:articleId/suggestions/accept', 'member', lazy(suggestions, 'postAcceptAll')),
  post('/newsroom/articles/:articleId/suggestions/:commentId/accept', 'member', lazy(suggestions, 'postAccept')),
  post('/newsroom/articles/:articleId/suggestions/:commentId/refuse', 'member', lazy(suggestions, 'postRefusal')),
  get('/newsroom/articles/:articleId/people', lazy(mentionable, 'readMentionable'), 'member, passive'),
  post('/newsroom/articles/:articleId/comments', 'member', lazy(commentForms, 'postComment')),
  post('/newsroom/articles/:articleId/comments/:commentId/reply', 'member', lazy(commentForms, 'postReply')),
  post('/newsroom/articles/:articleId/comments/:commentId/resolve', 'member', lazy(commentForms, 'postResolve')),
  post('/newsroom/articles/:articleId/comments/:commentId/reopen', 'member', lazy(commentForms, 'postReopen')),
  get('/newsroom/articles/:articleId/figures', lazy(figures, 'showFigures'), 'member'),
  get('/newsroom/articles/:articleId/figures/typed', lazy(typedFigures, 'readTypedFigures'), 'member, passive'),
  get('/newsroom/articles/:articleId/figures/panel', lazy(typedFigures, 'showPanel'), 'member'),
  post('/newsroom/articles/:articleId/figures/lookup', 'member', lazy(lookupActs, 'postLookup')),
  get('/newsroom/articles/:articleId/figures/lookups', lazy(lookupActs, 'showLookups'), 'member, passive'),
  post('/newsroom/articles/:articleId/figures/lookups', 'editor', lazy(lookupActs, 'postLookups')),
  post('/newsroom/articles/:articleId/figures/settle', 'member', lazy(figureActs, 'postSettle')),
  post('/newsroom/articles/:articleId/figures/confirm', 'editor', lazy(figureActs, 'postConfirm')),
  post('/newsroom/articles/:articleId/figures/refuse', 'editor', lazy(figureActs, 'postRefuse')),
  post('/newsroom/articles/:articleId/figures/open', 'editor', lazy(figureActs, 'postOpen')),
  post('/newsroom/articles/:articleId/figures/exempt', 'editor', lazy(figureActs, 'postExempt')),
  post('/newsroom/articles/:articleId/figures/archived', 'editor', lazy(figureActs, 'postArchived')),
  post('/newsroom/articles/:articleId/figures/override', 'chief', lazy(figureActs, 'postOverride')),
  get('/newsroom/articles/:articleId/wordings', lazy(wordings, 'showWordings'), 'member'),
  post('/newsroom/articles/:articleId/wordings/lookup', 'member', lazy(wordingActs, 'postWordingLookup')),
  post('/newsroom/articles/:articleId/wordings/settle', 'editor', lazy(wordingActs, 'postWordingSettled')),
  post('/newsroom/articles/:articleId/wordings/open', 'editor', lazy(wordingActs, 'postWordingOpen')),
  get('/newsroom/articles/:articleId/publish', lazy(publish, 'showPublish'), 'member'),
  post('/newsroom/articles/:articleId/publish', 'editor', confirmed(lazy(publish, 'postPublish'))),
  post('/newsroom/articles/:articleId/checklist', 'member', lazy(tick, 'postPoint')),
  post('/newsroom/articles/:articleId/unpublish', 'editor', confirmed(lazy(publicationActs, 'postUnpublish'))),
  post('/newsroom/articles/:articleId/schedule/cancel', 'editor', lazy(publish, 'postCancel')),
  post('/newsroom/articles/:articleId/move', 'editor', confirmed(lazy(publicationActs, 'postMove'))),
  post('/newsroom/articles/:articleId/leave-archive', 'editor', confirmed(lazy(publicationActs, 'postLeaveArchive'))),
  post('/newsroom/articles/:articleId/restore', 'member', lazy(publicationActs, 'postRestore')),
  get('/newsroom/articles/:articleId/previews', lazy(previewLinks, 'showPreviewLinks'), 'member'),
  post('/newsroom/articles/:articleId/previews', 'member', lazy(previewLinks, 'postPreviewLink')),
  post('/newsroom/articles/:articleId/previews/:previewId/revoke', 'member', lazy(previewLinks, 'postRevokePreview')),
  post('/newsroom/site/preview', 'chief', lazy(sitePreview, 'previewSite')),
  get('/newsroom/journal', lazy(journal, 'showJournal'), 'editor'),
  get('/newsroom/journal.jsonl', lazy(journal, 'exportJournal'), 'editor'),
  get('/newsroom/front', lazy(frontPage, 'showFrontPage'), 'editor'),
  post('/newsroom/front', 'editor', lazy(frontPage, 'postOnFrontPage')),
  post('/newsroom/front/move', 'editor', lazy(frontPage, 'postFrontPageMove')),
  post('/newsroom/front/remove', 'editor', lazy(frontPage, 'postFrontPageRemoval')),
  get('/newsroom/articles/:articleId/related', lazy(related, 'showRelated'), 'editor'),
  post('/newsroom/articles/:articleId/related', 'editor', lazy(related, 'postRelated')),
  post('/newsroom/articles/:articleId/related/move', 'editor', lazy(related, 'postRelatedMove')),
  post('/newsroom/articles/:articleId/related/remove', 'editor', lazy(related, 'postRelatedRemoval')),
  get('/newsroom/series', lazy(seriesList, 'showSeriesList'), 'editor'),
  post('/newsroom/series', 'editor', lazy(seriesList, 'postNewSeries')),
  get('/newsroom/series/:seriesId', lazy(series, 'showSeries'), 'editor'),
  post('/newsroom/series/:seriesId', 'editor', lazy(series, 'postSeries')),
  post('/newsroom/series/:seriesId/parts', 'editor', lazy(series, 'postSeriesPart')),
  post('/newsroom/series/:seriesId/move', 'editor', lazy(series, 'postSeriesMove')),
  post('/newsroom/series/:seriesId/remove', 'editor', lazy(series, 'postSeriesRemoval')),
  post('/newsroom/series/:seriesId/delete', 'editor', confirmed(lazy(series, 'postSeriesDeletion'))),
  post('/newsroom/articles/:articleId/series', 'editor', lazy(seriesBox, 'postArticleSeries')),
  get('/newsroom/bylines/:authorId', lazy(byline, 'showByline'), 'member'),
  post('/newsroom/bylines/:authorId', 'member', lazy(byline, 'postProfile')),
  get('/newsroom/names', lazy(names, 'showKnownNames'), 'chief'),
  post('/newsroom/names', 'chief', lazy(names, 'postKnownNames'), 'write'),
  get('/newsroom/tags', lazy(tags, 'showTags'), 'member'),
  post('/newsroom/tags', 'member', lazy(tags, 'postNewTag')),
  get('/newsroom/tags/:tagId', lazy(tags, 'showTag'), 'chief'),
  post('/newsroom/tags/:tagId', 'chief', lazy(tags, 'postTagName')),
  post('/newsroom/tags/:tagId/merge', 'chief', lazy(tags, 'postTagMerge')),
  get('/newsroom/team/outbox', lazy(outbox, 'showOutbox'), 'chief'),
];
