#!/usr/bin/env python3
"""Access to a Plumbline magazine for agents in Python: the claim flow and the token store of plumbline-agent.

Standard library only, Python 3.9 or newer. It uses the same files as the Node program: one of them claims, both are let in.

    python3 plumbline_agent.py --site https://magazine.example claim
    python3 plumbline_agent.py --site https://magazine.example call list_articles '{"limit": 5}'

In a program: Agent('https://magazine.example').call('get_article', {'section': 'robotics', 'slug': '...'})
Exit codes: 0 done, 1 a defect, 2 wrong use, 3 not let in, 5 a conflict, 6 over a limit, 7 the server is away.
"""

import argparse
import http.client
import json
import os
import re
import stat
import sys
import time
import urllib.parse
from pathlib import Path

GRANT = 'urn:example:agent-auth:grant-type:claim'
EARLY = 60_000  # milliseconds before its end at which a token is renewed
DONE, DEFECT, USAGE, NOT_LET_IN, GATE, CONFLICT, LIMITS, AWAY = range(8)
BY_STATUS = {401: NOT_LET_IN, 403: NOT_LET_IN, 409: CONFLICT, 413: LIMITS, 429: LIMITS, 500: DEFECT, 502: AWAY, 503: AWAY, 504: AWAY}
BY_CODE = {
    'unauthorized': NOT_LET_IN, 'forbidden': NOT_LET_IN, 'insufficient_scope': NOT_LET_IN,
    'revision_conflict': CONFLICT, 'slug_taken': CONFLICT, 'gate_blocked': GATE, 'rate_limited': LIMITS,
    'busy': AWAY, 'db_unavailable': AWAY, 'storage_full': AWAY, 'internal': DEFECT,
}


class AgentError(Exception):
    """A refusal; `exit` is the exit code and `body` the server's answer."""

    def __init__(self, exit_code, message, body=None):
        super().__init__(message)
        self.exit = exit_code
        self.body = body or {}


def state_folder():
    """The folder that the Node program uses too."""
    given = os.environ.get('XDG_STATE_HOME', '')
    if os.path.isabs(given):
        return Path(given) / 'plumbline-agent'
    if sys.platform == 'darwin':
        return Path.home() / 'Library' / 'Application Support' / 'plumbline-agent'
    if sys.platform == 'win32':
        return Path(os.environ.get('LOCALAPPDATA') or Path.home() / 'AppData' / 'Local') / 'plumbline-agent'
    return Path.home() / '.local' / 'state' / 'plumbline-agent'


def read_origin(address):
    url = urllib.parse.urlsplit(address)
    host = url.hostname or ''
    local = host in ('localhost', '::1') or re.fullmatch(r'127(\.\d+){3}', host)
    if not host or url.username or not (url.scheme == 'https' or (url.scheme == 'http' and local)):
        raise AgentError(USAGE, f'{address} is not an https address, nor an http address of this computer.')
    default = 443 if url.scheme == 'https' else 80
    port = f':{url.port}' if url.port and url.port != default else ''
    return f'{url.scheme}://{"[" + host + "]" if ":" in host else host}{port}'


class Store:
    """One file for an origin, which only its owner can read."""

    def __init__(self, origin, folder=None):
        self.origin = origin
        self.folder = Path(folder or state_folder())
        self.path = self.folder / (re.sub(r'[^a-z0-9.-]', '_', origin.replace('://', '_', 1)) + '.json')

    def read(self):
        try:
            found = os.lstat(self.path)
        except FileNotFoundError:
            return None
        if not stat.S_ISREG(found.st_mode) or (hasattr(os, 'getuid') and found.st_uid != os.getuid()):
            raise self._unsafe('is not a file of this user')
        if os.name == 'posix' and found.st_mode & 0o077:
            raise self._unsafe('can be read by other users')
        try:
            state = json.loads(self.path.read_text('utf-8'))
        except ValueError:
            raise self._unsafe('is not JSON') from None
        if state.get('version') != 1 or state.get('origin') != self.origin:
            raise self._unsafe(f'is not the state for {self.origin}')
        return state

    def write(self, state):
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        part = self.path.with_name(f'{self.path.name}.{os.getpid()}.part')
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), 'w', encoding='utf-8') as file:
            file.write(json.dumps(state) + '\n')
        os.replace(part, self.path)

    def remove(self):
        self.path.unlink(missing_ok=True)

    def _unsafe(self, why):
        return AgentError(NOT_LET_IN, f'{self.path} {why}, so it is not used. Run forget, then claim.')


class Agent:
    """The access to one origin: asks, polls, keeps and renews, and calls the tools of the MCP endpoint."""

    def __init__(self, site, folder=None, now=lambda: int(time.time() * 1000)):
        self.origin = read_origin(site)
        self.store = Store(self.origin, folder)
        self.now = now

    def ask(self, hint=None):
        """Asks for access and returns the claim, whose `code` an editor must type at `uri`."""
        request = {'type': 'service_auth', **({'login_hint': hint} if hint else {})}
        answer = self._json(*self._send('/api/agent/identity', json.dumps(request), 'application/json'))
        if read_origin(answer['verification_uri']) != self.origin:
            raise AgentError(AWAY, f"{self.origin} names a page on another host: {answer['verification_uri']}")
        claim = {
            'token': answer['claim_token'], 'code': answer['user_code'], 'uri': answer['verification_uri'],
            'interval': answer['interval'], 'expiresAt': self.now() + answer['expires_in'] * 1000,
            'nextPollAt': 0, 'status': 'pending',
        }
        before = self.store.read() or {'version': 1, 'origin': self.origin, 'files': {}}
        self.store.write({**before, 'claim': claim, 'access': None})
        return claim

    def token(self, refused=None):
        """A token that is good for a minute at least, where one can be had."""
        state = self.store.read()
        if not state or not state.get('claim'):
            raise AgentError(NOT_LET_IN, f'No editor of {self.origin} was asked for access. Run claim.')
        access, claim = state.get('access'), state['claim']
        usable = access and not access.get('isDead') and access['token'] != refused
        if usable and access['expiresAt'] - self.now() > EARLY:
            return access['token']
        left = access['token'] if usable else None
        if claim['status'] in ('denied', 'over'):
            return left or self._ended(claim)
        if claim['status'] == 'pending' and self.now() < claim['nextPollAt']:
            raise self._pending(claim)
        return self._redeem(state, left)

    def call(self, tool, arguments=None):
        """Calls a tool and returns its data. Raises AgentError with the server's answer."""
        params = {'name': tool, 'arguments': arguments or {}}
        message = json.dumps({'jsonrpc': '2.0', 'id': 1, 'method': 'tools/call', 'params': params})
        token = self.token()
        status, headers, text = self._send('/api/mcp', message, 'application/json', token)
        if status == 401:
            status, headers, text = self._send('/api/mcp', message, 'application/json', self.token(token))
        answer = self._json(status, headers, text)
        if 'error' in answer:
            raise AgentError(USAGE, answer['error'].get('message', 'The server refused the call.'), answer['error'])
        result = answer['result']
        body = json.loads(result['content'][0]['text'])
        if not result.get('isError'):
            return body
        raise AgentError(BY_CODE.get(body.get('code'), USAGE), f"{body.get('error')} {body.get('hint', '')}", body)

    def _redeem(self, state, left):
        claim = state['claim']
        form = urllib.parse.urlencode({'grant_type': GRANT, 'claim_token': claim['token']})
        status, headers, text = self._send('/api/agent/token', form, 'application/x-www-form-urlencoded')
        if status != 400:
            answer = self._json(status, headers, text)
            ends = self.now() + answer['expires_in'] * 1000
            access = {'token': answer['access_token'], 'expiresAt': ends, 'scope': answer['scope']}
            self.store.write({**state, 'claim': {**claim, 'status': 'granted'}, 'access': access})
            return access['token']
        other = (self.store.read() or {}).get('access')
        if other and other['token'] != (state.get('access') or {}).get('token'):
            return other['token']  # another process was faster
        error = json.loads(text).get('error')
        if error == 'slow_down' and claim['status'] == 'granted':
            if left:
                return left
            raise AgentError(LIMITS, 'Another program renews the token at the same time. Try again in a moment.')
        if error in ('authorization_pending', 'slow_down'):
            pause = (claim['interval'] + (5 if error == 'slow_down' else 0)) * 1000
            waiting = {**claim, 'nextPollAt': self.now() + pause}
            self.store.write({**state, 'claim': waiting})
            raise self._pending(waiting)
        refused = error == 'access_denied' and claim['status'] == 'pending'
        after = {**claim, 'status': 'denied' if refused else 'over'}
        self.store.write({**state, 'claim': after})
        return left or self._ended(after)

    def _ended(self, claim):
        what = 'was refused by an editor' if claim['status'] == 'denied' else 'has ended, or was not given in time'
        raise AgentError(NOT_LET_IN, f'The access to {self.origin} {what}. Run claim.')

    def _pending(self, claim):
        return AgentError(NOT_LET_IN, ask_editor(claim))

    def _send(self, path, body, kind, token=None):
        """One POST to this origin. http.client follows no redirect, so the token goes nowhere else."""
        url = urllib.parse.urlsplit(self.origin)
        connect = http.client.HTTPSConnection if url.scheme == 'https' else http.client.HTTPConnection
        connection = connect(url.hostname, url.port, timeout=60)
        headers = {'Content-Type': kind, 'User-Agent': 'plumbline-agent-python/1.0.0'}
        if token:
            headers['Authorization'] = f'Bearer {token}'
        try:
            connection.request('POST', path, body.encode('utf-8'), headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode('utf-8')
        except (OSError, http.client.HTTPException) as error:
            raise AgentError(AWAY, f'{self.origin} does not answer: {error}') from None
        finally:
            connection.close()

    def _json(self, status, headers, text):
        if 300 <= status < 400:
            raise AgentError(AWAY, f'{self.origin} redirects to {headers.get("Location")}. No redirect is followed.')
        try:
            body = json.loads(text)
        except ValueError:
            body = {}
        if status >= 400:
            exit_code = BY_CODE.get(body.get('code'), BY_STATUS.get(status, USAGE))
            wait = f" Wait {headers['Retry-After']} seconds." if headers.get('Retry-After') else ''
            raise AgentError(exit_code, f"{body.get('error', f'The server answered {status}.')} {body.get('hint', '')}{wait}", body)
        if not isinstance(body, dict) or not body:
            raise AgentError(AWAY, f'{self.origin} answered {status} without JSON.')
        return body


def ask_editor(claim):
    return f"No editor has let this program in yet. Ask an editor to open {claim['uri']}, sign in, and enter the code {claim['code']}."


def claim_access(agent, hint, is_waiting):
    shown = None
    while True:
        try:
            agent.token()
            print(f'An editor let this program in at {agent.origin}.')
            return
        except AgentError as error:
            if error.exit != NOT_LET_IN:
                raise
            claim = (agent.store.read() or {}).get('claim')
            is_open = claim and claim['status'] == 'pending' and claim['expiresAt'] > agent.now()
            if shown and not is_open:
                raise
        if not is_open:
            claim = agent.ask(hint)
        if not shown:
            print(ask_editor(claim), flush=True)
            shown = claim
        if not is_waiting:
            return
        time.sleep(claim['interval'])


def main():
    parser = argparse.ArgumentParser(description='Access to a Plumbline magazine for agents.')
    parser.add_argument('--site', default=os.environ.get('PLUMBLINE_SITE'), help='the origin of the magazine')
    commands = parser.add_subparsers(dest='command', required=True)
    claim = commands.add_parser('claim', help='ask an editor for access, and wait for the decision')
    claim.add_argument('--hint')
    claim.add_argument('--no-wait', action='store_true')
    commands.add_parser('whoami', help='say whether this program is let in')
    commands.add_parser('forget', help='delete the stored token')
    call = commands.add_parser('call', help='call a tool of the MCP endpoint')
    call.add_argument('tool')
    call.add_argument('arguments', nargs='?', default='{}')
    given = parser.parse_args()
    if not given.site:
        parser.error('which site? Add --site, or set PLUMBLINE_SITE.')
    agent = Agent(given.site)
    if given.command == 'claim':
        claim_access(agent, given.hint, not given.no_wait)
    elif given.command == 'forget':
        agent.store.remove()
        print(f'The token was deleted here. An editor can end the access at {agent.origin}/newsroom/agents.')
    elif given.command == 'whoami':
        agent.call('list_articles', {'limit': 1})
        print(f"Let in at {agent.origin}\nScope: {agent.store.read()['access']['scope']}")
    else:
        print(json.dumps(agent.call(given.tool, json.loads(given.arguments))))


if __name__ == '__main__':
    try:
        main()
    except AgentError as error:
        print(error, file=sys.stderr)
        sys.exit(error.exit)
