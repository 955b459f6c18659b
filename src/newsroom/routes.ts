import { EXPORT_ROUTES } from '#export/newsroom/export-routes.ts';
import { confirmed } from '#html/newsroom/confirmed.ts';
import { get, lazy, post, type Route } from '#http/route.ts';
import { IMPORT_ROUTES } from '#import/newsroom/import-routes.ts';
import { INTEGRATION_ROUTES } from '#integrations/newsroom/integration-routes.ts';
import { FRONT_ROUTES } from '#newsroom/front/front-routes.ts';
import { PEOPLE_ROUTES } from '#people/newsroom/people-routes.ts';
import { SECTION_ROUTES } from '#site/newsroom/section-routes.ts';
import { SITE_ROUTES } from '#site/newsroom/site-routes.ts';

// Each file is imported at the first request for one of its handlers.
const adActs = () => import('#ads/newsroom/order-acts.ts');
const advertisers = () => import('#ads/newsroom/advertisers.ts');
const adCalendar = () => import('#ads/newsroom/ad-calendar.ts');
const adInvoiceList = () => import('#ads/newsroom/invoice-list.ts');
const adInvoices = () => import('#ads/newsroom/invoices.ts');
const adMoney = () => import('#ads/newsroom/money-acts.ts');
const briefActs = () => import('#brief/newsroom/brief-acts.ts');
const briefPage = () => import('#brief/newsroom/brief-page.ts');
const briefsPage = () => import('#brief/newsroom/briefs-page.ts');
const houseAds = () => import('#ads/newsroom/house-ads.ts');
const adNew = () => import('#ads/newsroom/new-order.ts');
const adOrderPage = () => import('#ads/newsroom/order-page.ts');
const adAgreements = () => import('#ads/newsroom/insertion-order-acts.ts');
const adPapers = () => import('#ads/newsroom/documents.ts');
const adsBoard = () => import('#ads/newsroom/ads-board.ts');
const secondFactorForms = () => import('#people/newsroom/account/second-factor-forms.ts');
const agentPage = () => import('#agents/newsroom/agent-page.ts');
const agents = () => import('#agents/newsroom/agents.ts');
const articlePage = () => import('#newsroom/article/article-page.ts');
const assignment = () => import('#newsroom/articles/assignment.ts');
const bulk = () => import('#newsroom/articles/bulk.ts');
const bin = () => import('#newsroom/articles/bin.ts');
const beside = () => import('#newsroom/editor/beside.ts');
const board = () => import('#newsroom/articles/board.ts');
const calendar = () => import('#newsroom/articles/calendar.ts');
const weeks = () => import('#stats/newsroom/weekly-stats.ts');
const followChanges = () => import('#html/newsroom/follow-changes.ts');
const commentForms = () => import('#newsroom/review/comments.ts');
const comparePage = () => import('#newsroom/review/compare-page.ts');
const edit = () => import('#newsroom/editor/edit.ts');
const figures = () => import('#newsroom/figures/figures-page.ts');
const figureActs = () => import('#newsroom/figures/figure-acts.ts');
const handbook = () => import('#newsroom/help/handbook.ts');
const invitation = () => import('#people/newsroom/account/invitation.ts');
const journal = () => import('#newsroom/activity/journal.ts');
const mailDomain = () => import('#brief/newsroom/mail-domain.ts');
const newArticle = () => import('#newsroom/articles/new-article.ts');
const password = () => import('#people/newsroom/account/password.ts');
const pictureApi = () => import('#media/newsroom/picture-api.ts');
const pictureUpload = () => import('#media/newsroom/upload-picture.ts');
const pictureFile = () => import('#media/newsroom/picture-file.ts');
const planDay = () => import('#newsroom/articles/plan-day.ts');
const picturePage = () => import('#media/newsroom/picture-page.ts');
const pictures = () => import('#media/newsroom/pictures.ts');
const preview = () => import('#newsroom/article/preview.ts');
const previewPage = () => import('#newsroom/article/preview-page.ts');
const previewLinks = () => import('#newsroom/article/preview-links.ts');
const profile = () => import('#people/newsroom/account/profile.ts');
const publicationForms = () => import('#newsroom/publish/publication-forms.ts');
const publish = () => import('#newsroom/publish/publish-page.ts');
const reset = () => import('#people/newsroom/account/reset.ts');
const reviewForms = () => import('#newsroom/review/decision.ts');
const revisionPage = () => import('#newsroom/article/revision-page.ts');
const schedule = () => import('#newsroom/publish/schedule.ts');
const savedFilters = () => import('#newsroom/articles/saved-filters.ts');
const scripts = () => import('#html/newsroom/scripts.ts');
const secondFactor = () => import('#people/newsroom/account/second-factor.ts');
const sessions = () => import('#people/newsroom/account/sessions.ts');
const signIn = () => import('#people/newsroom/account/sign-in.ts');
const signInCode = () => import('#people/newsroom/account/sign-in-code.ts');
const subscriberActs = () => import('#brief/newsroom/subscribers/subscriber-acts.ts');
const subscriberLists = () => import('#brief/newsroom/subscribers/subscriber-lists.ts');
const subscribers = () => import('#brief/newsroom/subscribers/subscribers.ts');
const suppliers = () => import('#ads/newsroom/suppliers.ts');
const welcome = () => import('#people/newsroom/account/welcome.ts');
const typedFigures = () => import('#newsroom/editor/figures.ts');
const workingCopy = () => import('#newsroom/editor/working-copy.ts');

/** Every route of the newsroom. */
export const NEWSROOM_ROUTES: readonly Route[] = [
  get('/newsroom/welcome/:secret', lazy(welcome, 'showWelcome')),
  post('/newsroom/welcome/:secret', 'anyone', lazy(welcome, 'postWelcome'), 'signIn'),
  get('/newsroom/sign-in', lazy(signIn, 'showSignIn')),
  post('/newsroom/sign-in', 'anyone', lazy(signIn, 'postSignIn'), 'signIn'),
  post('/newsroom/sign-in/here', 'anyone', lazy(signIn, 'postSignInHere'), 'signIn'),
  get('/newsroom/sign-in/code', lazy(signInCode, 'showCode')),
  post('/newsroom/sign-in/code', 'anyone', lazy(signInCode, 'postSecondStep'), 'signIn'),
  post('/newsroom/sign-in/passkey', 'anyone', lazy(signIn, 'postPasskeySignIn'), 'signIn'),
  get('/newsroom/invitation/:secret', lazy(invitation, 'showInvitation')),
  post('/newsroom/invitation/:secret', 'anyone', lazy(invitation, 'postTakenInvitation'), 'signIn'),
  get('/newsroom/reset', lazy(reset, 'showReset')),
  post('/newsroom/reset', 'anyone', lazy(reset, 'postReset'), 'signIn'),
  get('/newsroom/reset/:secret', lazy(reset, 'showResetLink')),
  post('/newsroom/reset/:secret', 'anyone', lazy(reset, 'postResetLink'), 'signIn'),
  get('/newsroom/new-address/:secret', lazy(profile, 'showNewAddress')),
  post('/newsroom/new-address/:secret', 'anyone', lazy(profile, 'postNewAddress'), 'signIn'),
  post('/newsroom/sign-out', 'member', lazy(sessions, 'postSignOut')),
  get('/newsroom/session', lazy(signIn, 'readSession'), 'member, passive'),
  get('/newsroom/script/:file', lazy(scripts, 'readScript')),
  get('/newsroom', lazy(board, 'showBoard'), 'member'),
  get('/newsroom/lines', lazy(board, 'showLines'), 'member, passive'),
  get('/newsroom/changes', lazy(followChanges, 'followChanges'), 'member, passive'),
  get('/newsroom/help', lazy(handbook, 'showHandbook'), 'member'),
  get('/newsroom/help/pictures/:file', lazy(handbook, 'readHelpPicture'), 'member'),
  get('/newsroom/calendar', lazy(calendar, 'showCalendar'), 'member'),
  get('/newsroom/calendar/plan', lazy(planDay, 'showPlanDay'), 'member'),
  post('/newsroom/calendar/start', 'member', lazy(planDay, 'postStartOnDay'), 'write'),
  post('/newsroom/calendar/due', 'member', lazy(calendar, 'postDueDay')),
  post('/newsroom/calendar/scheduled', 'editor', confirmed(lazy(calendar, 'postScheduledDay'))),
  get('/newsroom/weeks', lazy(weeks, 'showWeeks'), 'editor'),
  post('/newsroom/filters', 'member', lazy(savedFilters, 'postFilter')),
  post('/newsroom/filters/remove', 'member', lazy(savedFilters, 'postFilterRemoval')),
  post('/newsroom/bulk', 'member', lazy(bulk, 'postBulk'), 'write'),
  get('/newsroom/bin', lazy(bin, 'showBin'), 'member'),
  post('/newsroom/bin/:articleId/restore', 'member', lazy(bin, 'postUnbin')),
  post('/newsroom/articles/:articleId/bin', 'member', lazy(bin, 'postBin')),
  post('/newsroom/articles/:articleId/duplicate', 'member', lazy(bin, 'postDuplicate')),
  post('/newsroom/articles/:articleId/assignee', 'member', lazy(assignment, 'postAssignee')),
  post('/newsroom/articles/:articleId/due', 'member', lazy(assignment, 'postDue')),
  get('/newsroom/new', lazy(newArticle, 'showNewArticle'), 'member'),
  post('/newsroom/new', 'member', lazy(newArticle, 'postNewArticle'), 'write'),
  get('/newsroom/articles/:articleId', lazy(articlePage, 'showArticle'), 'member'),
  get('/newsroom/articles/:articleId/edit', lazy(edit, 'showEditor'), 'member'),
  get('/newsroom/articles/:articleId/beside', lazy(beside, 'showBeside'), 'member, passive'),
  get('/newsroom/articles/:articleId/copy', lazy(workingCopy, 'readLatestCopy'), 'member'),
  get('/newsroom/articles/:articleId/working-copy', lazy(workingCopy, 'readOwnCopy'), 'member'),
  post('/newsroom/articles/:articleId/working-copy', 'member', lazy(workingCopy, 'postWorkingCopy')),
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
  post('/newsroom/articles/:articleId/comments', 'member', lazy(commentForms, 'postComment')),
  post('/newsroom/articles/:articleId/comments/:commentId/reply', 'member', lazy(commentForms, 'postReply')),
  post('/newsroom/articles/:articleId/comments/:commentId/resolve', 'member', lazy(commentForms, 'postResolve')),
  post('/newsroom/articles/:articleId/comments/:commentId/reopen', 'member', lazy(commentForms, 'postReopen')),
  get('/newsroom/articles/:articleId/figures', lazy(figures, 'showFigures'), 'member'),
  get('/newsroom/articles/:articleId/figures/typed', lazy(typedFigures, 'readTypedFigures'), 'member, passive'),
  get('/newsroom/articles/:articleId/figures/panel', lazy(typedFigures, 'showPanel'), 'member'),
  post('/newsroom/articles/:articleId/figures/settle', 'member', lazy(figureActs, 'postSettle')),
  post('/newsroom/articles/:articleId/figures/confirm', 'editor', lazy(figureActs, 'postConfirm')),
  post('/newsroom/articles/:articleId/figures/refuse', 'editor', lazy(figureActs, 'postRefuse')),
  post('/newsroom/articles/:articleId/figures/open', 'editor', lazy(figureActs, 'postOpen')),
  post('/newsroom/articles/:articleId/figures/exempt', 'editor', lazy(figureActs, 'postExempt')),
  post('/newsroom/articles/:articleId/figures/override', 'chief', lazy(figureActs, 'postOverride')),
  get('/newsroom/articles/:articleId/publish', lazy(publish, 'showPublish'), 'editor'),
  post('/newsroom/articles/:articleId/publish', 'editor', confirmed(lazy(publish, 'postPublish'))),
  post('/newsroom/articles/:articleId/unpublish', 'editor', confirmed(lazy(publicationForms, 'postUnpublish'))),
  get('/newsroom/articles/:articleId/schedule', lazy(schedule, 'showSchedule'), 'editor'),
  post('/newsroom/articles/:articleId/schedule', 'editor', confirmed(lazy(schedule, 'postSchedule'))),
  post('/newsroom/articles/:articleId/schedule/cancel', 'editor', lazy(schedule, 'postCancel')),
  post('/newsroom/articles/:articleId/move', 'editor', confirmed(lazy(publicationForms, 'postMove'))),
  post('/newsroom/articles/:articleId/leave-archive', 'editor', confirmed(lazy(publicationForms, 'postLeaveArchive'))),
  post('/newsroom/articles/:articleId/restore', 'member', lazy(publicationForms, 'postRestore')),
  get('/newsroom/articles/:articleId/previews', lazy(previewLinks, 'showPreviewLinks'), 'member'),
  post('/newsroom/articles/:articleId/previews', 'member', lazy(previewLinks, 'postPreviewLink')),
  post('/newsroom/articles/:articleId/previews/:previewId/revoke', 'member', lazy(previewLinks, 'postRevokePreview')),
  get('/newsroom/pictures', lazy(pictures, 'showPictures'), 'member'),
  post('/newsroom/pictures', 'member', lazy(pictures, 'postPicture'), 'write'),
  get('/newsroom/pictures/search', lazy(pictureApi, 'searchPictures'), 'member'),
  post('/newsroom/pictures/upload', 'member', lazy(pictureUpload, 'uploadPicture'), 'write'),
  get('/newsroom/pictures/:pictureId/card', lazy(pictureApi, 'readPictureCard'), 'member'),
  post('/newsroom/pictures/:pictureId/file', 'member', lazy(pictureFile, 'postPictureFile'), 'write'),
  post('/newsroom/pictures/:pictureId/delete', 'member', lazy(pictureFile, 'postPictureDeletion')),
  post('/newsroom/pictures/:pictureId/text', 'member', lazy(pictureApi, 'postPictureText')),
  get('/newsroom/pictures/:pictureId', lazy(picturePage, 'showPicture'), 'member'),
  post('/newsroom/pictures/:pictureId', 'editor', lazy(picturePage, 'postDescription')),
  get('/newsroom/journal', lazy(journal, 'showJournal'), 'editor'),
  get('/newsroom/journal.jsonl', lazy(journal, 'exportJournal'), 'editor'),
  get('/newsroom/suppliers', lazy(suppliers, 'showSuppliers'), 'editor'),
  post('/newsroom/suppliers', 'editor', lazy(suppliers, 'postSupplier')),
  get('/newsroom/suppliers/:supplierId', lazy(suppliers, 'showSupplier'), 'editor'),
  post('/newsroom/suppliers/:supplierId', 'editor', lazy(suppliers, 'postSupplierChange')),
  post('/newsroom/suppliers/:supplierId/remove', 'editor', lazy(suppliers, 'postSupplierRemoval')),
  get('/newsroom/agents', lazy(agents, 'showAgents'), 'editor'),
  get('/newsroom/agents/stop', lazy(agents, 'showStop'), 'editor'),
  post('/newsroom/agents/stop', 'editor', lazy(agents, 'postStop')),
  get('/newsroom/agents/:claimId', lazy(agentPage, 'showAgent'), 'editor'),
  post('/newsroom/agents/:claimId/revoke', 'editor', lazy(agents, 'postRevoke')),
  get('/newsroom/ads', lazy(adsBoard, 'showAds'), 'ad desk'),
  get('/newsroom/ads/advertisers', lazy(advertisers, 'showAdvertisers'), 'ad desk'),
  get('/newsroom/ads/advertisers/:advertiserId', lazy(advertisers, 'showAdvertiser'), 'ad desk'),
  get('/newsroom/ads/new', lazy(adNew, 'showNewAd'), 'ad desk'),
  post('/newsroom/ads/new', 'ad desk', lazy(adNew, 'postNewAd')),
  get('/newsroom/ads/calendar', lazy(adCalendar, 'showAdCalendar'), 'ad desk'),
  post('/newsroom/ads/sends', 'editor', lazy(adCalendar, 'postSend')),
  get('/newsroom/ads/house-ads', lazy(houseAds, 'showHouseAds'), 'ad desk'),
  post('/newsroom/ads/house-ads', 'editor', lazy(houseAds, 'postHouseAd'), 'write'),
  post('/newsroom/ads/house-ads/:houseAdId/remove', 'editor', lazy(houseAds, 'postHouseAdRemoval')),
  get('/newsroom/ads/invoices', lazy(adInvoiceList, 'showInvoices'), 'ad desk'),
  get('/newsroom/ads/invoices.csv', lazy(adInvoiceList, 'exportInvoices'), 'ad desk'),
  post('/newsroom/ads/invoices/:number/remind', 'ad desk', lazy(adInvoiceList, 'postReminder')),
  get('/newsroom/ads/invoices/:file', lazy(adInvoices, 'readInvoicePdf'), 'ad desk'),
  post('/newsroom/ads/invoices/:number/paid', 'ad desk', lazy(adMoney, 'postPaid')),
  post('/newsroom/ads/invoices/:number/payment', 'ad desk', lazy(adMoney, 'postPayment')),
  post('/newsroom/ads/invoices/:number/unpaid', 'ad desk', lazy(adMoney, 'postUnpaid')),
  post('/newsroom/ads/invoices/:number/credit', 'ad desk', lazy(adMoney, 'postCredit')),
  get('/newsroom/ads/credit-notes/:file', lazy(adInvoices, 'readCreditNotePdf'), 'ad desk'),
  post('/newsroom/ads/credit-notes/:number/refund', 'ad desk', lazy(adMoney, 'postRefund')),
  post('/newsroom/ads/credit-notes/:number/refund/correct', 'ad desk', lazy(adMoney, 'postRefundCorrection')),
  post('/newsroom/ads/credit-notes/:number/refund/undo', 'ad desk', lazy(adMoney, 'postRefundUndone')),
  get('/newsroom/ads/insertion-orders/:file', lazy(adAgreements, 'readInsertionOrderFile'), 'ad desk'),
  post('/newsroom/ads/insertion-orders/:number/withdraw', 'ad desk', lazy(adAgreements, 'postWithdrawal')),
  get('/newsroom/ads/:orderId', lazy(adOrderPage, 'showAdOrder'), 'ad desk'),
  post('/newsroom/ads/:orderId/creatives', 'ad desk', lazy(adActs, 'postCreative'), 'write'),
  get('/newsroom/ads/:orderId/creatives/:creativeId/picture', lazy(adPapers, 'showCreative'), 'ad desk'),
  post('/newsroom/ads/:orderId/creatives/:creativeId/withdraw', 'ad desk', lazy(adActs, 'postWithdraw')),
  post('/newsroom/ads/:orderId/creatives/:creativeId/tell', 'ad desk', lazy(adActs, 'postTellRefusal')),
  post('/newsroom/ads/:orderId/emails', 'ad desk', lazy(adActs, 'postEmail')),
  post('/newsroom/ads/:orderId/emails/:emailId/again', 'ad desk', lazy(adActs, 'postEmailAgain')),
  post('/newsroom/ads/:orderId/correct', 'ad desk', lazy(adActs, 'postCorrection')),
  post('/newsroom/ads/:orderId/accept', 'editor', lazy(adActs, 'postAccept')),
  post('/newsroom/ads/:orderId/accept-creative', 'editor', lazy(adActs, 'postAcceptCreative')),
  post('/newsroom/ads/:orderId/refuse', 'editor', lazy(adActs, 'postRefuse')),
  post('/newsroom/ads/:orderId/billing', 'ad desk', lazy(adActs, 'postBilling')),
  post('/newsroom/ads/:orderId/insertion-orders', 'ad desk', lazy(adAgreements, 'postInsertionOrder')),
  post('/newsroom/ads/:orderId/invoice', 'ad desk', lazy(adActs, 'postInvoice')),
  post('/newsroom/ads/:orderId/book', 'ad desk', lazy(adActs, 'postBook')),
  post('/newsroom/ads/:orderId/renew', 'ad desk', lazy(adActs, 'postRenewal')),
  post('/newsroom/ads/:orderId/hold', 'ad desk', lazy(adActs, 'postHold')),
  post('/newsroom/ads/:orderId/release', 'ad desk', lazy(adActs, 'postRelease')),
  post('/newsroom/ads/:orderId/link', 'ad desk', lazy(adActs, 'postLink')),
  post('/newsroom/ads/:orderId/link/end', 'ad desk', lazy(adActs, 'postLinkEnd')),
  post('/newsroom/ads/:orderId/move', 'ad desk', lazy(adActs, 'postMove')),
  post('/newsroom/ads/:orderId/dates', 'ad desk', lazy(adActs, 'postDates')),
  post('/newsroom/ads/:orderId/cancel', 'ad desk', lazy(adActs, 'postCancelOrder')),
  post('/newsroom/ads/:orderId/close', 'ad desk', lazy(adActs, 'postClose')),
  post('/newsroom/ads/:orderId/proofs', 'ad desk', lazy(adPapers, 'postProof')),
  get('/newsroom/ads/:orderId/proofs/:file', lazy(adPapers, 'readProofFile'), 'ad desk'),
  get('/newsroom/ads/:orderId/shots/:file', lazy(adPapers, 'showShot'), 'ad desk'),
  get('/newsroom/briefs', lazy(briefsPage, 'showBriefs'), 'editor'),
  post('/newsroom/briefs', 'editor', lazy(briefsPage, 'postBrief')),
  get('/newsroom/briefs/:day', lazy(briefPage, 'showBrief'), 'editor'),
  post('/newsroom/briefs/:day', 'editor', lazy(briefActs, 'postBriefRevision'), 'write'),
  get('/newsroom/briefs/:day/revisions/:number/preview', lazy(briefActs, 'showBriefPreview'), 'editor'),
  post('/newsroom/briefs/:day/figures', 'editor', lazy(briefActs, 'postBriefFigure')),
  post('/newsroom/briefs/:day/figures/open', 'editor', lazy(briefActs, 'postBriefFigureOpen')),
  post('/newsroom/briefs/:day/test', 'editor', lazy(briefActs, 'postBriefTest'), 'write'),
  post('/newsroom/briefs/:day/approve', 'editor', confirmed(lazy(briefActs, 'postBriefApproval'))),
  post('/newsroom/briefs/:day/take-back', 'editor', lazy(briefActs, 'postBriefTakeBack')),
  post('/newsroom/briefs/:day/schedule', 'editor', confirmed(lazy(briefActs, 'postBriefSchedule'))),
  post('/newsroom/briefs/:day/hold', 'editor', lazy(briefActs, 'postBriefHold')),
  post('/newsroom/briefs/:day/release', 'editor', confirmed(lazy(briefActs, 'postBriefRelease'))),
  post('/newsroom/briefs/:day/uncertain', 'editor', confirmed(lazy(briefActs, 'postBriefUncertain'))),
  post('/newsroom/briefs/:day/refused', 'editor', confirmed(lazy(briefActs, 'postBriefRefused'))),
  get('/newsroom/sessions', lazy(sessions, 'showSessions'), 'member'),
  post('/newsroom/sessions/:sessionId/end', 'member', lazy(sessions, 'postEndSession')),
  get('/newsroom/password', lazy(password, 'showPassword'), 'member'),
  post('/newsroom/password', 'member', lazy(password, 'postPassword')),
  get('/newsroom/profile', lazy(profile, 'showProfile'), 'member'),
  post('/newsroom/profile/name', 'member', confirmed(lazy(profile, 'postName'))),
  post('/newsroom/profile/emails', 'member', lazy(profile, 'postEmails'), 'write'),
  post('/newsroom/profile/zone', 'member', lazy(profile, 'postZone')),
  post('/newsroom/profile/address', 'member', confirmed(lazy(profile, 'postAddress'))),
  get('/newsroom/second-factor', lazy(secondFactor, 'showSecondFactor'), 'member'),
  post('/newsroom/second-factor/app', 'member', lazy(secondFactorForms, 'postApp')),
  get('/newsroom/second-factor/app', lazy(secondFactorForms, 'showApp'), 'member'),
  post('/newsroom/second-factor/app/code', 'member', lazy(secondFactorForms, 'postFirstCode')),
  post('/newsroom/second-factor/app/remove', 'member', lazy(secondFactorForms, 'postRemoveApp')),
  post('/newsroom/second-factor/passkeys', 'member', lazy(secondFactorForms, 'postPasskey')),
  post('/newsroom/second-factor/passkeys/:passkeyId/remove', 'member', lazy(secondFactorForms, 'postRemovePasskey')),
  post('/newsroom/second-factor/codes', 'member', lazy(secondFactorForms, 'postCodes')),
  get('/newsroom/mail-domain', lazy(mailDomain, 'showMailDomain'), 'chief'),
  post('/newsroom/mail-domain/check', 'chief', lazy(mailDomain, 'postDnsCheck'), 'adCheck'),
  get('/newsroom/subscribers', lazy(subscribers, 'showSubscribers'), 'chief'),
  post('/newsroom/subscribers', 'chief', lazy(subscriberLists, 'postSubscriber')),
  post('/newsroom/subscribers/import', 'chief', lazy(subscriberLists, 'postImport')),
  post('/newsroom/subscribers/export', 'chief', confirmed(lazy(subscriberLists, 'postExport'))),
  get('/newsroom/subscribers/:subscriberId', lazy(subscriberActs, 'showSubscriber'), 'chief'),
  post('/newsroom/subscribers/:subscriberId/suppress', 'chief', confirmed(lazy(subscriberActs, 'postSuppression'))),
  post('/newsroom/subscribers/:subscriberId/undo', 'chief', confirmed(lazy(subscriberActs, 'postUndo'))),
  post('/newsroom/subscribers/:subscriberId/erase', 'chief', confirmed(lazy(subscriberActs, 'postErasure'))),
  ...FRONT_ROUTES,
  ...IMPORT_ROUTES,
  ...INTEGRATION_ROUTES,
  ...EXPORT_ROUTES,
  ...PEOPLE_ROUTES,
  ...SECTION_ROUTES,
  ...SITE_ROUTES,
];
