/** Ends this program as one that found nothing wrong, with its figure, or with what it found. */
export function tell(findings: readonly string[], figure: string): void {
  console.log(findings.length === 0 ? figure : findings.join('\n'));
  process.exitCode = findings.length === 0 ? 0 : 1;
}
