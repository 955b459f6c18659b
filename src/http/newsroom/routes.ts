import type { Door } from '../kit/context.ts';
import { get, later, post, type Route } from '../kit/route.ts';

// Files are read when somebody first comes to one of their doors.
const adActs = () => import('./ads/ad-acts.ts');
const adCalendar = () => import('./ads/ad-calendar.ts');
const adInvoices = () => import('./ads/invoices.ts');
const adMoney = () => import('./ads/money.ts');
const adNew = () => import('./ads/new-order.ts');
const adOrderPage = () => import('./ads/order-page.ts');
const adPapers = () => import('./ads/documents.ts');
const adsBoard = () => import('./ads/ads-board.ts');
const addNamed = () => import('./people/add-named.ts');
const factorActs = () => import('./account/factor-acts.ts');
const addPerson = () => import('./people/add-person.ts');
const appPage = () => import('./account/app-page.ts');
const addPicture = () => import('./pictures/add-picture.ts');
const agentPage = () => import('./agents/agent-page.ts');
const agents = () => import('./agents/agents.ts');
const articlePage = () => import('./article/article-page.ts');
const assignment = () => import('./board/assignment.ts');
const board = () => import('./board/board.ts');
const calendar = () => import('./board/calendar.ts');
const weeks = () => import('./board/weekly-stats.ts');
const followChanges = () => import('./kit/follow-changes.ts');
const commentForms = () => import('./review/comment-forms.ts');
const confirmFirst = () => import('./kit/confirm-first.ts');
const comparePage = () => import('./review/compare-page.ts');
const describePicture = () => import('./pictures/describe-picture.ts');
const edit = () => import('./editor/edit.ts');
const endSession = () => import('./account/end-session.ts');
const figures = () => import('./figures/figures.ts');
const figureActs = () => import('./figures/figure-acts.ts');
const invitation = () => import('./account/invitation.ts');
const invite = () => import('./people/invite.ts');
const journal = () => import('./journal/journal.ts');
const masthead = () => import('./people/people.ts');
const newAddress = () => import('./account/new-address.ts');
const newArticle = () => import('./board/new-article.ts');
const outbox = () => import('./journal/outbox.ts');
const move = () => import('./publish/move.ts');
const password = () => import('./account/password.ts');
const person = () => import('./people/person.ts');
const personPage = () => import('./people/person-page.ts');
const picturePage = () => import('./pictures/picture-page.ts');
const pictures = () => import('./pictures/pictures.ts');
const preview = () => import('./article/preview.ts');
const previewLinks = () => import('./article/preview-links.ts');
const profile = () => import('./account/profile.ts');
const publish = () => import('./publish/publish.ts');
const reset = () => import('./account/reset.ts');
const restore = () => import('./article/restore.ts');
const reviewForms = () => import('./review/review-forms.ts');
const revisionPage = () => import('./article/revision-page.ts');
const revokeAgent = () => import('./agents/revoke-agent.ts');
const schedule = () => import('./publish/schedule.ts');
const scripts = () => import('./kit/scripts.ts');
const secondFactor = () => import('./account/second-factor.ts');
const sessions = () => import('./account/sessions.ts');
const signIn = () => import('./account/sign-in.ts');
const signInCode = () => import('./account/sign-in-code.ts');
const signInPasskey = () => import('./account/sign-in-passkey.ts');
const signOut = () => import('./account/sign-out.ts');
const stopAgents = () => import('./agents/stop-agents.ts');
const supplierForms = () => import('./ads/supplier-forms.ts');
const suppliers = () => import('./ads/suppliers.ts');
const unpublish = () => import('./publish/unpublish.ts');
const welcome = () => import('./account/welcome.ts');
const workingCopy = () => import('./editor/working-copy.ts');

/** Publishes, or changes an account: on a computer that is remembered the password comes first. */
function confirmed(door: Door): Door {
  return async (c) => (await confirmFirst()).confirmFirst(c, door);
}

/** Every route of the newsroom. */
export const NEWSROOM_ROUTES: readonly Route[] = [
  get('/newsroom/welcome/:secret', later(welcome, 'showWelcome')),
  post('/newsroom/welcome/:secret', 'anyone', later(welcome, 'postWelcome'), 'signIn'),
  get('/newsroom/sign-in', later(signIn, 'showSignIn')),
  post('/newsroom/sign-in', 'anyone', later(signIn, 'postSignIn'), 'signIn'),
  post('/newsroom/sign-in/here', 'anyone', later(signIn, 'postSignInHere'), 'signIn'),
  get('/newsroom/sign-in/code', later(signInCode, 'showCode')),
  post('/newsroom/sign-in/code', 'anyone', later(signInCode, 'postSecondStep'), 'signIn'),
  post('/newsroom/sign-in/passkey', 'anyone', later(signInPasskey, 'postPasskeySignIn'), 'signIn'),
  get('/newsroom/invitation/:secret', later(invitation, 'showInvitation')),
  post('/newsroom/invitation/:secret', 'anyone', later(invitation, 'postTakenInvitation'), 'signIn'),
  get('/newsroom/reset', later(reset, 'showReset')),
  post('/newsroom/reset', 'anyone', later(reset, 'postReset'), 'signIn'),
  get('/newsroom/reset/:secret', later(reset, 'showResetLink')),
  post('/newsroom/reset/:secret', 'anyone', later(reset, 'postResetLink'), 'signIn'),
  get('/newsroom/new-address/:secret', later(newAddress, 'showNewAddress')),
  post('/newsroom/new-address/:secret', 'anyone', later(newAddress, 'postNewAddress'), 'signIn'),
  post('/newsroom/sign-out', 'masthead', later(signOut, 'postSignOut')),
  get('/newsroom/session', later(signIn, 'readSession'), 'onlooker'),
  get('/newsroom/script/:file', later(scripts, 'readScript')),
  get('/newsroom', later(board, 'showBoard'), 'masthead'),
  get('/newsroom/lines', later(board, 'showLines'), 'onlooker'),
  get('/newsroom/changes', later(followChanges, 'followChanges'), 'onlooker'),
  get('/newsroom/calendar', later(calendar, 'showCalendar'), 'masthead'),
  get('/newsroom/weeks', later(weeks, 'showWeeks'), 'editor'),
  post('/newsroom/articles/:articleId/assignee', 'masthead', later(assignment, 'postAssignee')),
  post('/newsroom/articles/:articleId/due', 'masthead', later(assignment, 'postDue')),
  get('/newsroom/new', later(newArticle, 'showNewArticle'), 'masthead'),
  post('/newsroom/new', 'masthead', later(newArticle, 'postNewArticle'), 'write'),
  get('/newsroom/articles/:articleId', later(articlePage, 'showArticle'), 'masthead'),
  get('/newsroom/articles/:articleId/edit', later(edit, 'showEditor'), 'masthead'),
  get('/newsroom/articles/:articleId/copy', later(workingCopy, 'readLatestCopy'), 'masthead'),
  get('/newsroom/articles/:articleId/working-copy', later(workingCopy, 'readOwnCopy'), 'masthead'),
  post('/newsroom/articles/:articleId/working-copy', 'masthead', later(workingCopy, 'postWorkingCopy')),
  post('/newsroom/articles/:articleId/working-copy/save', 'masthead', later(workingCopy, 'postSave')),
  post('/newsroom/articles/:articleId/working-copy/drop', 'masthead', later(workingCopy, 'postDrop')),
  get('/newsroom/articles/:articleId/revisions/:number', later(revisionPage, 'showRevision'), 'masthead'),
  get('/newsroom/articles/:articleId/revisions/:number/preview', later(preview, 'showPreview'), 'masthead'),
  get('/newsroom/articles/:articleId/compare', later(comparePage, 'chooseComparison'), 'masthead'),
  get('/newsroom/articles/:articleId/compare/:from/:to', later(comparePage, 'showComparison'), 'masthead'),
  post('/newsroom/articles/:articleId/review/ask', 'masthead', later(reviewForms, 'postAsk')),
  post('/newsroom/articles/:articleId/review/request-changes', 'editor', later(reviewForms, 'postRequestChanges')),
  post('/newsroom/articles/:articleId/review/approve', 'editor', later(reviewForms, 'postApprove')),
  post('/newsroom/articles/:articleId/review/take-back', 'masthead', later(reviewForms, 'postTakeBack')),
  post('/newsroom/articles/:articleId/comments', 'masthead', later(commentForms, 'postComment')),
  post('/newsroom/articles/:articleId/comments/:commentId/reply', 'masthead', later(commentForms, 'postReply')),
  post('/newsroom/articles/:articleId/comments/:commentId/resolve', 'masthead', later(commentForms, 'postResolve')),
  post('/newsroom/articles/:articleId/comments/:commentId/reopen', 'masthead', later(commentForms, 'postReopen')),
  get('/newsroom/articles/:articleId/figures', later(figures, 'showFigures'), 'masthead'),
  post('/newsroom/articles/:articleId/figures/settle', 'masthead', later(figureActs, 'postSettle')),
  post('/newsroom/articles/:articleId/figures/confirm', 'editor', later(figureActs, 'postConfirm')),
  post('/newsroom/articles/:articleId/figures/refuse', 'editor', later(figureActs, 'postRefuse')),
  post('/newsroom/articles/:articleId/figures/open', 'editor', later(figureActs, 'postOpen')),
  post('/newsroom/articles/:articleId/figures/exempt', 'editor', later(figureActs, 'postExempt')),
  post('/newsroom/articles/:articleId/figures/override', 'chief', later(figureActs, 'postOverride')),
  post('/newsroom/articles/:articleId/publish', 'editor', confirmed(later(publish, 'postPublish'))),
  post('/newsroom/articles/:articleId/unpublish', 'editor', confirmed(later(unpublish, 'postUnpublish'))),
  get('/newsroom/articles/:articleId/schedule', later(schedule, 'showSchedule'), 'editor'),
  post('/newsroom/articles/:articleId/schedule', 'editor', confirmed(later(schedule, 'postSchedule'))),
  post('/newsroom/articles/:articleId/schedule/cancel', 'editor', later(schedule, 'postCancel')),
  post('/newsroom/articles/:articleId/move', 'editor', confirmed(later(move, 'postMove'))),
  post('/newsroom/articles/:articleId/restore', 'masthead', later(restore, 'postRestore')),
  get('/newsroom/articles/:articleId/previews', later(previewLinks, 'showPreviewLinks'), 'masthead'),
  post('/newsroom/articles/:articleId/previews', 'masthead', later(previewLinks, 'postPreviewLink')),
  post('/newsroom/articles/:articleId/previews/:previewId/revoke', 'masthead', later(previewLinks, 'postRevoked')),
  get('/newsroom/pictures', later(pictures, 'showPictures'), 'masthead'),
  post('/newsroom/pictures', 'masthead', later(addPicture, 'postPicture'), 'write'),
  get('/newsroom/pictures/:pictureId', later(picturePage, 'showPicture'), 'masthead'),
  post('/newsroom/pictures/:pictureId', 'editor', later(describePicture, 'postDescription')),
  get('/newsroom/journal', later(journal, 'showJournal'), 'editor'),
  get('/newsroom/journal.jsonl', later(journal, 'exportJournal'), 'editor'),
  get('/newsroom/suppliers', later(suppliers, 'showSuppliers'), 'editor'),
  post('/newsroom/suppliers', 'editor', later(supplierForms, 'postSupplier')),
  get('/newsroom/suppliers/:supplierId', later(suppliers, 'showSupplier'), 'editor'),
  post('/newsroom/suppliers/:supplierId', 'editor', later(supplierForms, 'postSupplierChange')),
  post('/newsroom/suppliers/:supplierId/remove', 'editor', later(supplierForms, 'postSupplierRemoval')),
  get('/newsroom/agents', later(agents, 'showAgents'), 'editor'),
  get('/newsroom/agents/stop', later(stopAgents, 'showStop'), 'editor'),
  post('/newsroom/agents/stop', 'editor', later(stopAgents, 'postStop')),
  get('/newsroom/agents/:claimId', later(agentPage, 'showAgent'), 'editor'),
  post('/newsroom/agents/:claimId/revoke', 'editor', later(revokeAgent, 'postRevoke')),
  get('/newsroom/ads', later(adsBoard, 'showAds'), 'editor'),
  get('/newsroom/ads/new', later(adNew, 'showNewAd'), 'editor'),
  post('/newsroom/ads/new', 'editor', later(adNew, 'postNewAd')),
  get('/newsroom/ads/calendar', later(adCalendar, 'showAdCalendar'), 'editor'),
  post('/newsroom/ads/sends', 'editor', later(adCalendar, 'postSend')),
  get('/newsroom/ads/invoices', later(adInvoices, 'showInvoices'), 'editor'),
  get('/newsroom/ads/invoices/:file', later(adInvoices, 'readInvoicePdf'), 'editor'),
  post('/newsroom/ads/invoices/:number/paid', 'editor', later(adMoney, 'postPaid')),
  post('/newsroom/ads/invoices/:number/payment', 'editor', later(adMoney, 'postPayment')),
  post('/newsroom/ads/invoices/:number/unpaid', 'editor', later(adMoney, 'postUnpaid')),
  post('/newsroom/ads/invoices/:number/credit', 'editor', later(adMoney, 'postCredit')),
  get('/newsroom/ads/credit-notes/:file', later(adMoney, 'readCreditNotePdf'), 'editor'),
  post('/newsroom/ads/credit-notes/:number/refund', 'editor', later(adMoney, 'postRefund')),
  get('/newsroom/ads/:orderId', later(adOrderPage, 'showAdOrder'), 'editor'),
  post('/newsroom/ads/:orderId/creatives', 'editor', later(adActs, 'postCreative'), 'write'),
  get('/newsroom/ads/:orderId/creatives/:creativeId/picture', later(adPapers, 'showCreative'), 'editor'),
  post('/newsroom/ads/:orderId/creatives/:creativeId/withdraw', 'editor', later(adActs, 'postWithdraw')),
  post('/newsroom/ads/:orderId/creatives/:creativeId/tell', 'editor', later(adActs, 'postTellRefusal')),
  post('/newsroom/ads/:orderId/emails/:emailId/again', 'editor', later(adActs, 'postEmailAgain')),
  post('/newsroom/ads/:orderId/correct', 'editor', later(adActs, 'postCorrection')),
  post('/newsroom/ads/:orderId/accept', 'editor', later(adActs, 'postAccept')),
  post('/newsroom/ads/:orderId/accept-creative', 'editor', later(adActs, 'postAcceptCreative')),
  post('/newsroom/ads/:orderId/refuse', 'editor', later(adActs, 'postRefuse')),
  post('/newsroom/ads/:orderId/invoice', 'editor', later(adActs, 'postInvoice')),
  post('/newsroom/ads/:orderId/book', 'editor', later(adActs, 'postBook')),
  post('/newsroom/ads/:orderId/dates', 'editor', later(adActs, 'postDates')),
  post('/newsroom/ads/:orderId/cancel', 'editor', later(adActs, 'postCancelOrder')),
  post('/newsroom/ads/:orderId/close', 'editor', later(adActs, 'postClose')),
  post('/newsroom/ads/:orderId/proofs', 'editor', later(adPapers, 'postProof')),
  get('/newsroom/ads/:orderId/proofs/:file', later(adPapers, 'readProofFile'), 'editor'),
  get('/newsroom/ads/:orderId/shots/:file', later(adPapers, 'showShot'), 'editor'),
  get('/newsroom/sessions', later(sessions, 'showSessions'), 'masthead'),
  post('/newsroom/sessions/:sessionId/end', 'masthead', later(endSession, 'postEndSession')),
  get('/newsroom/password', later(password, 'showPassword'), 'masthead'),
  post('/newsroom/password', 'masthead', later(password, 'postPassword')),
  get('/newsroom/profile', later(profile, 'showProfile'), 'masthead'),
  post('/newsroom/profile/name', 'masthead', confirmed(later(profile, 'postName'))),
  post('/newsroom/profile/address', 'masthead', confirmed(later(profile, 'postAddress'))),
  get('/newsroom/second-factor', later(secondFactor, 'showSecondFactor'), 'masthead'),
  post('/newsroom/second-factor/app', 'masthead', later(factorActs, 'postApp')),
  get('/newsroom/second-factor/app', later(appPage, 'showApp'), 'masthead'),
  post('/newsroom/second-factor/app/code', 'masthead', later(appPage, 'postFirstCode')),
  post('/newsroom/second-factor/app/remove', 'masthead', later(factorActs, 'postRemoveApp')),
  post('/newsroom/second-factor/passkeys', 'masthead', later(factorActs, 'postPasskey')),
  post('/newsroom/second-factor/passkeys/:passkeyId/remove', 'masthead', later(factorActs, 'postRemovePasskey')),
  post('/newsroom/second-factor/codes', 'masthead', later(factorActs, 'postCodes')),
  get('/newsroom/masthead', later(masthead, 'showMasthead'), 'chief'),
  get('/newsroom/masthead/outbox', later(outbox, 'showOutbox'), 'chief'),
  post('/newsroom/masthead/invitations', 'chief', confirmed(later(invite, 'postInvitation'))),
  get('/newsroom/masthead/people/:editorId', later(personPage, 'showPerson'), 'chief'),
  post('/newsroom/masthead/people/:editorId/invitation', 'chief', confirmed(later(invite, 'postInvitationAgain'))),
  post('/newsroom/masthead/people/:editorId/role', 'chief', confirmed(later(person, 'postRole'))),
  post('/newsroom/masthead/people/:editorId/reset', 'chief', confirmed(later(person, 'postGivenLink'))),
  post('/newsroom/masthead/people/:editorId/factors', 'chief', confirmed(later(person, 'postClearFactors'))),
  post('/newsroom/masthead/people/:editorId/enable', 'chief', confirmed(later(person, 'postEnable'))),
  post('/newsroom/masthead/people', 'chief', confirmed(later(addPerson, 'postPerson'))),
  post('/newsroom/masthead/people/:editorId/disable', 'chief', confirmed(later(person, 'postDisable'))),
  post('/newsroom/masthead/people/:editorId/password', 'chief', confirmed(later(person, 'postGivenPassword'))),
  post('/newsroom/masthead/authors', 'chief', later(addNamed, 'postAuthor')),
  post('/newsroom/masthead/tags', 'chief', later(addNamed, 'postTag')),
];
