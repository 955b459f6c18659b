import { confirmed } from '#html/newsroom/confirmed.ts';
import { get, lazy, post, type Route } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const contact = () => import('./contact.ts');
const byline = () => import('./byline-page.ts');
const tags = () => import('#newsroom/people/tags.ts');
const masthead = () => import('./people.ts');
const outbox = () => import('#newsroom/activity/outbox.ts');
const peopleForms = () => import('./people-forms.ts');
const person = () => import('./person.ts');

/** The routes of the masthead, of bylines, of tags and of the address for readers. */
export const PEOPLE_ROUTES: readonly Route[] = [
  get('/newsroom/contact', lazy(contact, 'showContact'), 'editor'),
  post('/newsroom/contact', 'editor', lazy(contact, 'postContact')),
  get('/newsroom/tags', lazy(tags, 'showTags'), 'member'),
  post('/newsroom/tags', 'member', lazy(tags, 'postNewTag')),
  get('/newsroom/tags/:tagId', lazy(tags, 'showTag'), 'chief'),
  post('/newsroom/tags/:tagId', 'chief', lazy(tags, 'postTagName')),
  post('/newsroom/tags/:tagId/merge', 'chief', lazy(tags, 'postTagMerge')),
  get('/newsroom/bylines/:authorId', lazy(byline, 'showByline'), 'member'),
  post('/newsroom/bylines/:authorId', 'member', lazy(byline, 'postProfile')),
  get('/newsroom/masthead', lazy(masthead, 'showPeople'), 'chief'),
  get('/newsroom/masthead/outbox', lazy(outbox, 'showOutbox'), 'chief'),
  post('/newsroom/masthead/invitations', 'chief', confirmed(lazy(peopleForms, 'postInvitation'))),
  get('/newsroom/masthead/people/:editorId', lazy(person, 'showPerson'), 'chief'),
  post('/newsroom/masthead/people/:editorId/invitation', 'chief', confirmed(lazy(peopleForms, 'postInvitationAgain'))),
  post('/newsroom/masthead/people/:editorId/role', 'chief', confirmed(lazy(person, 'postRole'))),
  post('/newsroom/masthead/people/:editorId/byline', 'chief', lazy(person, 'postByline')),
  post('/newsroom/masthead/people/:editorId/reset', 'chief', confirmed(lazy(person, 'postGivenLink'))),
  post('/newsroom/masthead/people/:editorId/factors', 'chief', confirmed(lazy(person, 'postClearFactors'))),
  post('/newsroom/masthead/people/:editorId/enable', 'chief', confirmed(lazy(person, 'postEnable'))),
  post('/newsroom/masthead/people', 'chief', confirmed(lazy(peopleForms, 'postPerson'))),
  post('/newsroom/masthead/people/:editorId/disable', 'chief', confirmed(lazy(person, 'postDisable'))),
  post('/newsroom/masthead/people/:editorId/password', 'chief', confirmed(lazy(person, 'postGivenPassword'))),
  post('/newsroom/masthead/authors', 'chief', lazy(peopleForms, 'postAuthor')),
  post('/newsroom/masthead/tags', 'chief', lazy(peopleForms, 'postTag')),
];
