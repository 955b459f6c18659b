import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

// The alerts and the dashboard of docs/monitoring, read by promtool, which comes with Prometheus.

const folder = join(import.meta.dirname, '..', '..', 'docs', 'monitoring');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

function promtool(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}${stderr}`);
}

test('each alert fires when it should, and none on a healthy server', {
  skip: hasPromtool ? false : 'promtool is not installed',
}, () => {
  promtool('check', 'rules', 'plumbline.rules.yml');
  promtool('test', 'rules', 'plumbline.rules.test.yml');
});

test('Prometheus parses every query of the dashboard', {
  skip: hasPromtool ? false : 'promtool is not installed',
}, (t) => {
  type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };
  const { panels } = JSON.parse(readFileSync(join(folder, 'plumbline-dashboard.json'), 'utf8')) as Dashboard;
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$job', 'plumbline')));
  assert.ok(queries.length > 20);
  const rules = queries.map((expr, at) => ({ record: `query_${at}`, expr }));
  const own = mkdtempSync(join(tmpdir(), 'plumbline-promtool-'));
  t.after(() => rmSync(own, { recursive: true }));
  const file = join(own, 'queries.yml');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] })); // YAML holds JSON
  promtool('check', 'rules', file);
});
