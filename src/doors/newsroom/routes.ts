import { get, later, post, type Route } from '../route.ts';

// Files are read when somebody first comes to one of their doors.
const addNamed = () => import('./add-named.ts');
const addPerson = () => import('./add-person.ts');
const addPicture = () => import('./add-picture.ts');
const agents = () => import('./agents.ts');
const articlePage = () => import('./article-page.ts');
const assignment = () => import('./assignment.ts');
const board = () => import('./board.ts');
const followChanges = () => import('./follow-changes.ts');
const endSession = () => import('./end-session.ts');
const masthead = () => import('./masthead.ts');
const move = () => import('./move.ts');
const password = () => import('./password.ts');
const person = () => import('./person.ts');
const pictures = () => import('./pictures.ts');
const preview = () => import('./preview.ts');
const previewLinks = () => import('./preview-links.ts');
const publish = () => import('./publish.ts');
const restore = () => import('./restore.ts');
const revisionPage = () => import('./revision-page.ts');
const revokeAgent = () => import('./revoke-agent.ts');
const schedule = () => import('./schedule.ts');
const scripts = () => import('./scripts.ts');
const sessions = () => import('./sessions.ts');
const signIn = () => import('./sign-in.ts');
const signOut = () => import('./sign-out.ts');
const unpublish = () => import('./unpublish.ts');
const welcome = () => import('./welcome.ts');

/** Every route of the newsroom. */
export const NEWSROOM_ROUTES: readonly Route[] = [
  get('/newsroom/welcome/:secret', later(welcome, 'showWelcome')),
  post('/newsroom/welcome/:secret', 'anyone', later(welcome, 'postWelcome'), 'signIn'),
  get('/newsroom/sign-in', later(signIn, 'showSignIn')),
  post('/newsroom/sign-in', 'anyone', later(signIn, 'postSignIn'), 'signIn'),
  post('/newsroom/sign-out', 'masthead', later(signOut, 'postSignOut')),
  get('/newsroom/script/:file', later(scripts, 'readScript')),
  get('/newsroom', later(board, 'showBoard'), 'masthead'),
  get('/newsroom/lines', later(board, 'showLines'), 'onlooker'),
  get('/newsroom/changes', later(followChanges, 'followChanges'), 'onlooker'),
  post('/newsroom/articles/:articleId/assignee', 'masthead', later(assignment, 'postAssignee')),
  post('/newsroom/articles/:articleId/due', 'masthead', later(assignment, 'postDue')),
  get('/newsroom/articles/:articleId', later(articlePage, 'showArticle'), 'masthead'),
  get('/newsroom/articles/:articleId/revisions/:number', later(revisionPage, 'showRevision'), 'masthead'),
  get('/newsroom/articles/:articleId/revisions/:number/preview', later(preview, 'showPreview'), 'masthead'),
  post('/newsroom/articles/:articleId/publish', 'editor', later(publish, 'postPublish')),
  post('/newsroom/articles/:articleId/unpublish', 'editor', later(unpublish, 'postUnpublish')),
  get('/newsroom/articles/:articleId/schedule', later(schedule, 'showSchedule'), 'editor'),
  post('/newsroom/articles/:articleId/schedule', 'editor', later(schedule, 'postSchedule')),
  post('/newsroom/articles/:articleId/schedule/cancel', 'editor', later(schedule, 'postCancel')),
  post('/newsroom/articles/:articleId/move', 'editor', later(move, 'postMove')),
  post('/newsroom/articles/:articleId/restore', 'masthead', later(restore, 'postRestore')),
  get('/newsroom/articles/:articleId/previews', later(previewLinks, 'showPreviewLinks'), 'masthead'),
  post('/newsroom/articles/:articleId/previews', 'masthead', later(previewLinks, 'postPreviewLink')),
  post('/newsroom/articles/:articleId/previews/:previewId/revoke', 'masthead', later(previewLinks, 'postRevoked')),
  get('/newsroom/pictures', later(pictures, 'showPictures'), 'masthead'),
  post('/newsroom/pictures', 'masthead', later(addPicture, 'postPicture'), 'write'),
  get('/newsroom/agents', later(agents, 'showAgents'), 'editor'),
  post('/newsroom/agents/:tokenId/revoke', 'editor', later(revokeAgent, 'postRevoke')),
  get('/newsroom/sessions', later(sessions, 'showSessions'), 'masthead'),
  post('/newsroom/sessions/:sessionId/end', 'masthead', later(endSession, 'postEndSession')),
  get('/newsroom/password', later(password, 'showPassword'), 'masthead'),
  post('/newsroom/password', 'masthead', later(password, 'postPassword')),
  get('/newsroom/masthead', later(masthead, 'showMasthead'), 'chief'),
  post('/newsroom/masthead/people', 'chief', later(addPerson, 'postPerson')),
  post('/newsroom/masthead/people/:editorId/disable', 'chief', later(person, 'postDisable')),
  post('/newsroom/masthead/people/:editorId/password', 'chief', later(person, 'postGivenPassword')),
  post('/newsroom/masthead/authors', 'chief', later(addNamed, 'postAuthor')),
  post('/newsroom/masthead/tags', 'chief', later(addNamed, 'postTag')),
];
