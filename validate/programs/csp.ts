// Use: node csp.ts BASE_URL PATH …, or node csp.ts policy: POLICY : checks Content-Security-Policies with Google's evaluator.
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { report } from './report.ts';

const [, , baseUrl = '', ...paths] = process.argv;
const findings: string[] = [];
const policies = new Set<string>();
if (baseUrl === 'policy:') policies.add(paths.join(' '));
else for (const path of paths) await note(path);
for (const policy of policies) {
  const said = new CspEvaluator(new CspParser(policy).csp).evaluate();
  const grave = said.filter(({ severity }) => severity < Severity.STRICT_CSP);
  findings.push(...grave.map(({ directive, description }) => `${directive}: ${description} (${policy})`));
}
report(findings, `${paths.length} pages, ${policies.size} ${policies.size === 1 ? 'policy' : 'policies'}`);

async function note(path: string): Promise<void> {
  const answer = await fetch(baseUrl + path, { headers: { Accept: 'text/html' } });
  const policy = answer.headers.get('content-security-policy');
  if (!policy) findings.push(`${path} has no policy`);
  else policies.add(policy);
}
