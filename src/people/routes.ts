import { get, lazy, post, type Route } from '#http/route.ts';
import { confirmed } from '#people/newsroom/confirmed.ts';

// Each file is imported at the first request for one of its handlers.
const bylines = () => import('./newsroom/bylines.ts');
const invitation = () => import('./newsroom/account/invitation.ts');
const team = () => import('./newsroom/people.ts');
const password = () => import('./newsroom/account/password.ts');
const peopleForms = () => import('./newsroom/people-forms.ts');
const person = () => import('./newsroom/person.ts');
const profile = () => import('./newsroom/account/profile.ts');
const reset = () => import('./newsroom/account/reset.ts');
const secondFactor = () => import('./newsroom/account/second-factor.ts');
const secondFactorForms = () => import('./newsroom/account/second-factor-forms.ts');
const sessions = () => import('./newsroom/account/sessions.ts');
const signIn = () => import('./newsroom/account/sign-in.ts');
const signInCode = () => import('./newsroom/account/sign-in-code.ts');

export const routes: readonly Route[] = [
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
  get('/newsroom/team', lazy(team, 'showPeople'), 'chief'),
  post('/newsroom/team/invitations', 'chief', confirmed(lazy(peopleForms, 'postInvitation'))),
  get('/newsroom/team/people/:editorId', lazy(person, 'showPerson'), 'chief'),
  post('/newsroom/team/people/:editorId/invitation', 'chief', confirmed(lazy(peopleForms, 'postInvitationAgain'))),
  post('/newsroom/team/people/:editorId/role', 'chief', confirmed(lazy(person, 'postRole'))),
  post('/newsroom/team/people/:editorId/byline', 'chief', lazy(person, 'postByline')),
  post('/newsroom/team/people/:editorId/reset', 'chief', confirmed(lazy(person, 'postGivenLink'))),
  post('/newsroom/team/people/:editorId/factors', 'chief', confirmed(lazy(person, 'postClearFactors'))),
  post('/newsroom/team/people/:editorId/enable', 'chief', confirmed(lazy(person, 'postEnable'))),
  post('/newsroom/team/people', 'chief', confirmed(lazy(peopleForms, 'postPerson'))),
  post('/newsroom/team/people/:editorId/disable', 'chief', confirmed(lazy(person, 'postDisable'))),
  post('/newsroom/team/people/:editorId/password', 'chief', confirmed(lazy(person, 'postGivenPassword'))),
  get('/newsroom/bylines', lazy(bylines, 'showBylines'), 'chief'),
  post('/newsroom/team/authors', 'chief', lazy(bylines, 'postAuthor')),
];
