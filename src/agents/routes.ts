import { get, lazy, options, post, type Route } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const agentAuth = () => import('./pages/agent-auth.ts');
const agentPage = () => import('./newsroom/agent-page.ts');
const agents = () => import('./newsroom/agents.ts');
const authorize = () => import('./pages/authorize.ts');
const claimPage = () => import('./pages/claim-page.ts');
const mcp = () => import('./mcp/editorial/mcp.ts');
const oauth = () => import('./pages/oauth.ts');
const publicMcp = () => import('./mcp/public/public-mcp.ts');

export const routes: readonly Route[] = [
  { ...post('/api/mcp', 'agent', lazy(mcp, 'postMcp'), 'write'), from: 'own origin' },
  { ...post('/mcp', 'anyone', lazy(publicMcp, 'postPublicMcp'), 'publicMcp'), from: 'any origin' },
  options('/mcp', lazy(publicMcp, 'answerPreflight')),
  post('/api/agent/identity', 'anyone', lazy(agentAuth, 'postIdentity'), 'identity'),
  post('/api/agent/token', 'anyone', lazy(agentAuth, 'postToken')),
  get('/oauth/authorize', lazy(authorize, 'startAuthorization')),
  get('/oauth/authorize/:claimId', lazy(authorize, 'showAuthorization')),
  post('/oauth/register', 'anyone', lazy(oauth, 'postRegistration'), 'identity'),
  options('/oauth/register', lazy(oauth, 'answerPreflight')),
  post('/oauth/token', 'anyone', lazy(oauth, 'postOAuthToken')),
  options('/oauth/token', lazy(oauth, 'answerPreflight')),
  post('/oauth/revoke', 'anyone', lazy(oauth, 'postRevocation')),
  options('/oauth/revoke', lazy(oauth, 'answerPreflight')),
  get('/agent/claim', lazy(claimPage, 'showClaimPage'), 'editor'),
  post('/agent/claim', 'editor', lazy(claimPage, 'postCode')),
  post('/agent/claim/approval', 'editor', lazy(claimPage, 'postApproval')),
  post('/agent/claim/refusal', 'editor', lazy(claimPage, 'postRefusal')),
  get('/agent/claim/:claimId{[0-9a-f-]{36}}', lazy(claimPage, 'showOutcome'), 'editor'),
  get('/newsroom/agents', lazy(agents, 'showAgents'), 'editor'),
  get('/newsroom/agents/stop', lazy(agents, 'showStop'), 'editor'),
  post('/newsroom/agents/stop', 'editor', lazy(agents, 'postStop')),
  get('/newsroom/agents/:claimId', lazy(agentPage, 'showAgent'), 'editor'),
  post('/newsroom/agents/:claimId/revoke', 'editor', lazy(agents, 'postRevoke')),
];
