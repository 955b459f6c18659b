import { cached, get, lazy, post, type Route } from '#http/route.ts';
import { confirmed } from '#people/newsroom/confirmed.ts';

// Each file is imported at the first request for one of its handlers.
const briefActs = () => import('./newsroom/brief-acts.ts');
const briefEvents = () => import('./pages/events.ts');
const briefPage = () => import('./newsroom/brief-page.ts');
const briefs = () => import('./pages/archive.ts');
const briefsPage = () => import('./newsroom/briefs-page.ts');
const sendPage = () => import('./newsroom/send-page.ts');
const mailDomain = () => import('./newsroom/mail-domain.ts');
const subscribe = () => import('./pages/subscribe.ts');
const addSubscribers = () => import('./newsroom/subscribers/add-page.ts');
const growth = () => import('./newsroom/subscribers/growth.ts');
const subscriberActs = () => import('./newsroom/subscribers/subscriber-acts.ts');
const subscriberLinks = () => import('./pages/subscriber-links.ts');
const subscriberLists = () => import('./newsroom/subscribers/subscriber-lists.ts');
const subscribers = () => import('./newsroom/subscribers/subscribers.ts');

export const routes: readonly Route[] = [
  cached('/brief/subscribe', lazy(subscribe, 'showSubscribe')),
  post('/brief/subscribe', 'anyone', lazy(subscribe, 'postSubscribe')),
  post('/brief/events/postmark', 'anyone', lazy(briefEvents, 'postPostmarkEvent')),
  post('/brief/events/ses', 'anyone', lazy(briefEvents, 'postSesEvent')),
  post('/brief/events/standard', 'anyone', lazy(briefEvents, 'postStandardEvent')),
  get('/brief/confirm/:secret', lazy(subscriberLinks, 'showLink')),
  post('/brief/confirm/:secret', 'anyone', lazy(subscriberLinks, 'postLink')),
  get('/brief/unsubscribe/:token', lazy(subscriberLinks, 'showUnsubscribe')),
  post('/brief/unsubscribe/:token', 'anyone', lazy(subscriberLinks, 'postUnsubscribe')),
  get('/brief/preferences/:token', lazy(subscriberLinks, 'showPreferences')),
  post('/brief/preferences/:token', 'anyone', lazy(subscriberLinks, 'postPreferences')),
  get('/brief/preferences/:token/export', lazy(subscriberLinks, 'exportPreferences')),
  post('/brief/preferences/:token/erase', 'anyone', lazy(subscriberLinks, 'postEraseRequest')),
  cached('/brief/:day', lazy(briefs, 'readBrief')),
  cached('/api/v1/public/briefs/:day', lazy(briefs, 'readBriefJson')),
  get('/newsroom/briefs', lazy(briefsPage, 'showBriefs'), 'editor'),
  post('/newsroom/briefs', 'editor', lazy(briefsPage, 'postBrief')),
  get('/newsroom/briefs/:day', lazy(briefPage, 'showBrief'), 'editor'),
  post('/newsroom/briefs/:day', 'editor', lazy(briefActs, 'postBriefRevision'), 'write'),
  get('/newsroom/briefs/:day/numbers', lazy(briefPage, 'showBriefNumbers'), 'editor'),
  get('/newsroom/briefs/:day/send', lazy(sendPage, 'showBriefSend'), 'editor'),
  post('/newsroom/briefs/:day/preview', 'editor', lazy(briefActs, 'showTypedPreview')),
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
  get('/newsroom/mail-domain', lazy(mailDomain, 'showMailDomain'), 'chief'),
  post('/newsroom/mail-domain/check', 'chief', lazy(mailDomain, 'postDnsCheck'), 'check'),
  get('/newsroom/subscribers', lazy(subscribers, 'showSubscribers'), 'chief'),
  post('/newsroom/subscribers', 'chief', lazy(subscriberLists, 'postSubscriber')),
  get('/newsroom/subscribers/growth', lazy(growth, 'showGrowth'), 'chief'),
  get('/newsroom/subscribers/import', lazy(addSubscribers, 'showAddSubscribers'), 'chief'),
  get('/newsroom/subscribers/export', lazy(subscriberLists, 'showExport'), 'chief'),
  post('/newsroom/subscribers/import', 'chief', lazy(subscriberLists, 'postImport')),
  post('/newsroom/subscribers/export', 'chief', confirmed(lazy(subscriberLists, 'postExport'))),
  get('/newsroom/subscribers/:subscriberId', lazy(subscriberActs, 'showSubscriber'), 'chief'),
  post('/newsroom/subscribers/:subscriberId/suppress', 'chief', confirmed(lazy(subscriberActs, 'postSuppression'))),
  post('/newsroom/subscribers/:subscriberId/undo', 'chief', confirmed(lazy(subscriberActs, 'postUndo'))),
  post('/newsroom/subscribers/:subscriberId/erase', 'chief', confirmed(lazy(subscriberActs, 'postErasure'))),
];
