import type { Publication } from '../../config.ts';

/**
 * Who may sell the magazine's advertising space by machine: nobody. An empty file would say nothing, so the line meant for
 * this stands in it (IAB ads.txt 1.1, 3.2.1).
 */
export function adsTxt({ name, baseUrl, adDesk }: Publication): string {
  const { hostname } = new URL(baseUrl);
  return `# ${name} sells no space by machine. Bookings: ${baseUrl}/api/v1/advertise
placeholder.example.com, placeholder, DIRECT, placeholder
OWNERDOMAIN=${hostname}
CONTACT=${adDesk}
`;
}
